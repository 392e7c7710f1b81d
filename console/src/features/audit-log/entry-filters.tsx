import { FilterBar, FilterDay, FilterSelect, FilterText, formatWord } from '../../ui/index.ts';
import { FilterChoice } from '../picks/index.ts';
import { type AuditEntry, actorOf } from './entries.ts';
import type { EntryFilter } from './entry-filter.ts';
import { actions, kinds } from './entry-words.ts';

interface EntryFiltersProps {
  filter: EntryFilter;
  /** What is shown, for the names of those who are no members any more. */
  shown: readonly AuditEntry[];
  choose: (chosen: EntryFilter) => void;
  onClear: () => void;
}

/** Who, what, of what, and when. */
export function EntryFilters({ filter, shown, choose, onClear }: EntryFiltersProps) {
  const names = new Map([
    ['system', 'System'],
    ...shown.map((entry) => [entry.memberId, actorOf(entry)] as const),
  ]);
  return (
    <FilterBar chosen={filter} onClear={onClear}>
      <FilterChoice
        label="Actor"
        kind="members"
        value={filter.memberId}
        also={[...names].map(([value, label]) => ({ value, label }))}
        onChange={(memberId) => choose({ memberId })}
      />
      <FilterSelect
        label="Action"
        value={filter.verb}
        options={wordsOf(actions)}
        onChange={(verb) => choose({ verb })}
        searchable
      />
      <FilterSelect
        label="Resource type"
        value={filter.type}
        options={wordsOf(kinds)}
        onChange={(type) => choose({ type })}
        searchable
      />
      <FilterText
        label="Resource id"
        value={filter.resourceId}
        onChange={(resourceId) => choose({ resourceId })}
      />
      <FilterDay label="From" value={filter.from} onChange={(from) => choose({ from })} />
      <FilterDay label="To" value={filter.to} onChange={(to) => choose({ to })} />
    </FilterBar>
  );
}

function wordsOf(values: readonly string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: formatWord(value) }));
}
