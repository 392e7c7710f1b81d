import { Autocomplete, Checkbox, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../../ui/index.ts';
import { AddKey } from './add-key.tsx';
import { languageName } from './language-name.ts';
import { priceKinds, shortPrice } from './published-price.tsx';
import { type Choice, type Choices, isOwnServer, useChoices, useProvider, type Wanted } from './queries.ts';

interface ChoiceFieldProps extends Omit<Wanted, 'search' | 'language'> {
  label: string;
  /** The name for screen readers, where the label stands several times on the page. */
  'aria-label'?: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  readOnly: boolean;
  required?: boolean;
  /** The language of the agent, by which voices are filtered. */
  language?: string;
}

/** Chooses a model or a voice from what the provider lists. Any other id may be typed. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { provider, what, kind, keyName, model, language, value, onChange, readOnly, ...input } = props;
  const [isOpen, setOpen] = useState(false);
  // The typed text with its spaces. A chosen id is null, because it is no search: the list then opens with all choices.
  const [typed, setTyped] = useState<string | null>(null);
  const [isEveryLanguage, setEveryLanguage] = useState(false);
  const list = useChoices(
    {
      ...{ provider, what, kind, keyName, model },
      search: typed ?? '',
      language: what === 'voices' && language && !isEveryLanguage ? language : null,
    },
    isOpen && !readOnly,
  );
  const priceOf = usePriceOf({ provider, what, kind, keyName, model });
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choices = list.data?.choices ?? [];
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  return (
    <div>
      <Autocomplete
        {...input}
        // Trimmed, “Ava ” could not be continued to “Ava Song”.
        value={typed ?? value}
        onChange={(next) => {
          setTyped(next);
          onChange(next.trim());
        }}
        onOptionSubmit={() => setTyped(null)}
        // The list covers what is below the field, so it says itself how complete it is.
        data={list.data ? [{ group: headOf(list.data, what), items: choices.map(({ id }) => id) }] : []}
        // The server has searched.
        filter={({ options }) => options}
        limit={100}
        renderOption={({ option }) => (
          <Option choice={byId.get(option.value)!} price={priceOf(option.value)} />
        )}
        dropdownOpened={isOpen && choices.length > 0}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={close}
        // A list without choices is not shown, and so never closes.
        onBlur={close}
        onFocus={() => setOpen(true)}
        readOnly={readOnly}
        withScrollArea={false}
        styles={{ options: { maxHeight: 260, overflowY: 'auto' } }}
        comboboxProps={{ shadow: 'md', position: 'bottom-start' }}
        autoComplete="off"
        spellCheck={false}
      />
      {what === 'voices' && language && !readOnly ? (
        <Checkbox
          size="xs"
          mt={4}
          label={`List only voices for ${languageName(language)}`}
          checked={!isEveryLanguage}
          onChange={({ currentTarget }) => setEveryLanguage(!currentTarget.checked)}
        />
      ) : null}
      {readOnly ? null : (
        <ListStatus {...{ list, what, provider, isOpen }} isSearch={typed !== null && typed !== ''} />
      )}
    </div>
  );
}

/** Returns how to tell the published price of a choice. A voice costs what its model does. */
function usePriceOf({ provider, what, kind, keyName, model }: Omit<Wanted, 'search' | 'language'>) {
  const facts = useProvider(provider);
  return (id: string): string | null => {
    if (!facts || kind === 'embedding' || isOwnServer(facts, keyName)) return null;
    return shortPrice(facts.prices, priceKinds[kind], what === 'models' ? id : model);
  };
}

function Option({ choice: { id, name, detail }, price }: { choice: Choice; price: string | null }) {
  const isSame = name === null || name === id;
  return (
    <div className="choice-option">
      <Text size="sm">{isSame ? id : name}</Text>
      {isSame && detail === null && price === null ? null : (
        <Text size="xs" c="dimmed">
          {[isSame ? null : id, detail, price].filter((part) => part !== null).join(' · ')}
        </Text>
      )}
    </div>
  );
}

interface ListStatusProps {
  list: ReturnType<typeof useChoices>;
  what: string;
  provider: string;
  isOpen: boolean;
  isSearch: boolean;
}

/** Says below the field why nothing is listed. How complete a list is stands in the list, and is read to screen readers. */
function ListStatus({ list: { data, error, refetch }, what, provider, isOpen, isSearch }: ListStatusProps) {
  const isListed = data !== undefined && data.choices.length > 0 && data.problem === null;
  return (
    <Text size="xs" c="dimmed" mt={isListed ? 0 : 2} role="status">
      {error && isOpen ? 'The list could not be loaded. You can type an id.' : null}
      {isListed ? <VisuallyHidden>{headOf(data, what)}</VisuallyHidden> : null}
      {data && !isListed ? nothingListed(data.problem, isSearch) : null}
      {data?.problem?.reason === 'no-key' ? (
        <>
          {' '}
          <AddKey wanted={[provider]} onAdded={() => void refetch()} />
        </>
      ) : null}
    </Text>
  );
}

function nothingListed(problem: Choices['problem'], isSearch: boolean): string {
  if (problem?.reason === 'no-key') return problem.message;
  if (problem) return `${problem.message.replace(/(?<![.!?])$/, '.')} You can type an id.`;
  return isSearch ? 'No match in the list. The id is used as typed.' : 'Nothing is listed.';
}

/** Says how complete a list is. */
function headOf({ choices, hasMore, truncatedAt, problem }: Choices, what: string): string {
  if (problem) return problem.message;
  if (truncatedAt !== null)
    return `There are more than ${formatNumber(truncatedAt)} ${what}. Search these, or type the id of another one.`;
  if (hasMore) return `The first ${choices.length} are listed. Type to search.`;
  return choices.length === 1 ? `1 of the ${what} is listed.` : `${choices.length} ${what} are listed.`;
}
