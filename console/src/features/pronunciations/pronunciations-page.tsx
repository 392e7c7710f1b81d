import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { api, read, useCan, usePages } from '../../api/index.ts';
import {
  type Column,
  ConfirmItem,
  DataTable,
  EmptyState,
  FilterBar,
  FilterText,
  MoreMenu,
  Page,
  TimeText,
} from '../../ui/index.ts';
import { FilterChoice } from '../picks/index.ts';
import { DictionaryFileButtons } from './dictionary-file.tsx';
import { ListenButton } from './listen-button.tsx';
import { type Pronunciation, PronunciationButton } from './pronunciation-dialog.tsx';

const route = getRouteApi('/frame/pronunciations');
const pageSize = 50;

/** The terms that voices speak differently from how they are written. */
export function PronunciationsPage() {
  const { search, voice } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useCan('agents:write');
  const choose = (chosen: { search: string | undefined; voice: string | undefined }) =>
    void navigate({ search: chosen, replace: true });
  const pages = usePages({
    queryKey: ['pronunciations', 'list', search ?? null],
    fetchPage: (pageToken, signal) =>
      read(
        api.GET('/api/pronunciations', {
          params: { query: { ...(search ? { search } : {}), pageSize, pageToken } },
          signal,
        }),
      ),
    rowsOf: ({ pronunciations }) => pronunciations,
  });
  const add = mayWrite ? (
    <PronunciationButton entry={null} voice={voice}>
      Add pronunciation
    </PronunciationButton>
  ) : null;
  return (
    <Page
      title="Pronunciation"
      description="How the voices of all agents speak names and words that they get wrong."
      actions={
        <>
          <DictionaryFileButtons mayWrite={mayWrite} />
          {add}
        </>
      }
    >
      <FilterBar chosen={{ search }} onClear={() => choose({ search: undefined, voice })}>
        <FilterText label="Term" value={search} onChange={(text) => choose({ search: text, voice })} />
        {mayWrite ? (
          <FilterChoice
            label="Agent whose voice plays"
            kind="agents"
            value={voice}
            onChange={(agentId) => choose({ search, voice: agentId })}
          />
        ) : null}
      </FilterBar>
      <DataTable
        label="Pronunciations"
        columns={mayWrite ? [...columns, changesWith(voice)] : columns}
        pages={pages}
        rowKey={({ pronunciationId }) => pronunciationId}
        skeletonRows={6}
        empty={
          search ? (
            <EmptyState title="No matching terms">No term contains “{search}”.</EmptyState>
          ) : (
            <EmptyState title="No pronunciations yet" isReadOnly={!mayWrite} action={add}>
              Tell the voices how to speak a name: with Xerox → zee-rocks, they say “zee-rocks” wherever a
              text has “Xerox”. Transcripts keep the written term.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

const columns: Column<Pronunciation>[] = [
  { id: 'term', title: 'Term', cell: ({ term }) => term },
  { id: 'replacement', title: 'Spoken as', cell: ({ replacement }) => replacement ?? '—' },
  { id: 'ipa', title: 'IPA', hiddenBelow: 'sm', cell: ({ ipa }) => ipa ?? '—' },
  {
    id: 'language',
    title: 'Language',
    width: 110,
    hiddenBelow: 'sm',
    cell: ({ language }) => language ?? 'Every',
  },
  {
    id: 'updated',
    title: 'Updated',
    width: 112,
    align: 'right',
    hiddenBelow: 'md',
    cell: ({ updatedAt }) => <TimeText at={updatedAt} />,
  },
];

function changesWith(voice: string | undefined): Column<Pronunciation> {
  return {
    id: 'changes',
    title: 'Action',
    width: 190,
    align: 'right',
    cell: (entry) => (
      <Group gap={6} justify="flex-end" wrap="nowrap">
        <ListenButton entry={entry} agentId={voice} size="compact-xs" name={`Listen to ${entry.term}`} />
        <PronunciationButton entry={entry} voice={voice} size="compact-xs" variant="default">
          Edit
        </PronunciationButton>
        <MoreMenu label={`More actions for ${entry.term}`} isSmall>
          <DeleteTerm entry={entry} />
        </MoreMenu>
      </Group>
    ),
  };
}

function DeleteTerm({ entry: { pronunciationId, term } }: { entry: Pronunciation }) {
  const remove = () =>
    read(api.DELETE('/api/pronunciations/{pronunciationId}', { params: { path: { pronunciationId } } }));
  return (
    <ConfirmItem
      isDestructive
      consequence={`From the next call on, voices speak ${term} as it is written.`}
      onConfirm={remove}
      refreshes={['pronunciations']}
      done={`The pronunciation of ${term} was deleted.`}
    >
      Delete pronunciation
    </ConfirmItem>
  );
}
