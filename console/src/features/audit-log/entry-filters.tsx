import { FilterBar, FilterDay, FilterSelect, FilterText, formatLabel } from '../../ui/index.ts';
import { FilterChoice } from '../picks/index.ts';
import { type AuditEntry, actorOf } from './entries.ts';
import type { EntryFilter } from './entry-filter.ts';
import { actions, kinds } from './vocabulary.ts';

interface EntryFiltersProps {
  filter: EntryFilter;
  /** The shown entries, for the names of former members. */
  shown: readonly AuditEntry[];
  choose: (chosen: EntryFilter) => void;
  onClear: () => void;
}

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
        options={optionsOf(actions)}
        onChange={(verb) => choose({ verb })}
        searchable
      />
      <FilterSelect
        label="Resource type"
        value={filter.type}
        options={optionsOf(kinds)}
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

function optionsOf(values: readonly string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: formatLabel(value) }));
}
