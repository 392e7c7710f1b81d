import './catalog.css';
import { Button, Group, Modal, Select, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DialogButton, EmptyState, ErrorState, FilterSelect } from '../../ui/index.ts';
import { AddKey } from './add-key.tsx';
import { modelFor, type Order, orders, type Part } from './catalog-rows.ts';
import { CatalogTable } from './catalog-table.tsx';
import { languageName } from './language-name.ts';
import type { Gender } from './queries.ts';
import { type CatalogFilters, type CatalogNotes, useCatalog } from './use-catalog.ts';

/** What was chosen. The model of a voice is null for the default. */
export interface CatalogChoice {
  provider: string;
  id: string;
  model: string | null;
}

interface CatalogProps {
  part: Part;
  /** The languages of the agent, its main one first. */
  languages: readonly string[];
  /** The provider and the model of now, which a voice of the same provider keeps. */
  current: { provider: string; model: string | null } | null;
  /** What voices say in previews. */
  sample: string;
  onChoose: (choice: CatalogChoice) => void;
}

const titles = { model: 'models', voice: 'voices', transcriber: 'transcribers' } as const;

export function CatalogButton(props: CatalogProps) {
  return (
    <DialogButton label={`Browse ${titles[props.part]}`} variant="default" size="compact-sm">
      {(close) => <CatalogDialog {...props} onClose={close} />}
    </DialogButton>
  );
}

/** Everything that the providers with a key offer for a part, with filters, prices and what calls have measured. */
function CatalogDialog({
  part,
  languages,
  current,
  sample,
  onChoose,
  onClose,
}: CatalogProps & { onClose: () => void }) {
  const [language = 'en-US'] = languages;
  const [filters, setFilters] = useState<CatalogFilters>({
    ...{
      provider: '',
      language: part === 'model' ? null : language,
      gender: null,
      search: '',
      order: 'listed',
    },
  });
  const { rows, usable, others, isLoading, error, notes } = useCatalog(part, filters, languages);
  const modelOf = (row: (typeof rows)[number]) =>
    modelFor(row, current?.provider === row.provider ? current.model : null);
  const change = (changed: Partial<CatalogFilters>) => setFilters({ ...filters, ...changed });
  const more =
    part === 'model' || filters.language === null ? null : (
      <Button variant="default" size="xs" mt="sm" onClick={() => change({ language: null })}>
        Show other languages
      </Button>
    );
  return (
    <Modal opened onClose={onClose} title={`Choose from the ${titles[part]}`} size={1080}>
      <Filters
        {...{ part, language, filters, change }}
        providers={usable.map(({ provider, label }) => ({ value: provider, label }))}
      />
      {error ? <ErrorState error={error} /> : null}
      <CatalogTable
        {...{ part, rows, isLoading, sample, modelOf }}
        language={filters.language ?? language}
        empty={<NothingListed part={part} filters={filters} action={more} />}
        choose={(row) => {
          onChoose({ provider: row.provider, id: row.id, model: modelOf(row) });
          onClose();
        }}
      />
      {rows.length > 0 ? more : null}
      <Notes {...{ part, notes, usable, others }} />
    </Modal>
  );
}

/** The notes below the list: missing entries with the reason, and the cost of previews. */
function Notes({ part, notes, usable, others }: { part: Part } & CatalogNotes) {
  return (
    <>
      {notes.map((note) => (
        <Text key={note} size="xs" c="dimmed" mt={4}>
          {note}
        </Text>
      ))}
      {part === 'voice' && usable.some(({ isEmbedded }) => !isEmbedded) ? (
        <Text size="xs" c="dimmed" mt={4}>
          Vendors bill each preview of their voices.
        </Text>
      ) : null}
      {others.length > 0 ? (
        <Text size="xs" c="dimmed" mt={4}>
          {`Not listed without a key: ${others.map(({ label }) => label).join(', ')}. `}
          <AddKey wanted={others.map(({ provider }) => provider)} />
        </Text>
      ) : null}
    </>
  );
}

interface NothingListedProps {
  part: Part;
  filters: CatalogFilters;
  action: ReactNode;
}

function NothingListed({
  part,
  filters: { language, provider, gender, search },
  action,
}: NothingListedProps) {
  const isByLanguage = part !== 'model' && language !== null && provider === '' && !gender && search === '';
  if (!isByLanguage)
    return (
      <EmptyState title="Nothing matches" action={action}>
        Clear a filter, or add the key of another provider.
      </EmptyState>
    );
  return (
    <EmptyState title={`No ${titles[part]} for ${languageName(language)}`} action={action}>
      Add the key of a provider that has some.
    </EmptyState>
  );
}

interface FiltersProps {
  part: Part;
  language: string;
  filters: CatalogFilters;
  change: (changed: Partial<CatalogFilters>) => void;
  providers: { value: string; label: string }[];
}

const genderOptions = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'neutral', label: 'Neutral' },
];

const frequentLanguages = [
  ...['ar', 'cs', 'da', 'de', 'en', 'es', 'fi', 'fr', 'he', 'hi', 'hu', 'id', 'it', 'ja', 'ko', 'nl', 'no'],
  ...['pl', 'pt', 'ro', 'ru', 'sv', 'th', 'tr', 'uk', 'vi', 'zh'],
];

function Filters({ part, language, filters, change, providers }: FiltersProps) {
  const primary = language.split('-', 1)[0]!.toLowerCase();
  const languages = [...new Set([primary, ...frequentLanguages])].map((tag) => ({
    ...{ value: tag, label: languageName(tag) },
  }));
  return (
    <Group gap="xs" role="search" aria-label="Filters" mb="sm">
      <TextInput
        aria-label="Search"
        placeholder="Name or description"
        size="xs"
        value={filters.search}
        onChange={({ currentTarget }) => change({ search: currentTarget.value })}
        data-autofocus
      />
      <FilterSelect
        label="Provider"
        value={filters.provider || undefined}
        options={providers}
        onChange={(provider) => change({ provider: provider ?? '' })}
        searchable
      />
      {part === 'model' ? null : (
        <FilterSelect
          label="Language"
          value={filters.language?.split('-', 1)[0]?.toLowerCase()}
          options={languages}
          onChange={(chosen) => change({ language: chosen ?? null })}
          searchable
        />
      )}
      {part === 'voice' ? (
        <FilterSelect
          label="Gender"
          value={filters.gender ?? undefined}
          options={genderOptions}
          onChange={(gender) => change({ gender: (gender as Gender | undefined) ?? null })}
        />
      ) : null}
      <Select
        aria-label="Order"
        size="xs"
        data={Object.entries(orders).map(([value, label]) => ({ value, label }))}
        value={filters.order}
        onChange={(order) => order && change({ order: order as Order })}
        allowDeselect={false}
        w={172}
      />
    </Group>
  );
}
