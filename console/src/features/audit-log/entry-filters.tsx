import { FilterBar, FilterDay, FilterSelect, FilterText, formatWord } from '../../ui/index.ts';
import { useMemberNames } from '../members/index.ts';
import { type AuditEntry, actorOf } from './entries.ts';
import type { EntryFilter } from './entry-filter.ts';

interface EntryFiltersProps {
  filter: EntryFilter;
  /** Where the actions and resources come from that can be chosen. */
  read: readonly AuditEntry[];
  choose: (chosen: EntryFilter) => void;
  onClear: () => void;
}

/** Who, what, of what, and when. */
export function EntryFilters({ filter, read, choose, onClear }: EntryFiltersProps) {
  const names = new Map([
    ['system', 'The service'],
    ...useMemberNames(),
    ...read.map((entry) => [entry.memberId, actorOf(entry)] as const),
  ]);
  const words = (chosen: string | undefined, of: readonly string[]) =>
    [...new Set([...(chosen ? [chosen] : []), ...of])]
      .sort()
      .map((value) => ({ value, label: formatWord(value) }));
  return (
    <FilterBar chosen={filter} onClear={onClear}>
      <FilterSelect
        label="By whom"
        value={filter.memberId}
        options={[...names].map(([value, label]) => ({ value, label }))}
        onChange={(memberId) => choose({ memberId })}
        searchable
      />
      <FilterSelect
        label="Action"
        value={filter.verb}
        options={words(
          filter.verb,
          read.map(({ actionVerb }) => actionVerb),
        )}
        onChange={(verb) => choose({ verb })}
        searchable
      />
      <FilterSelect
        label="Kind of resource"
        value={filter.type}
        options={words(
          filter.type,
          read.map(({ resourceType }) => resourceType),
        )}
        onChange={(type) => choose({ type })}
        searchable
      />
      <FilterText
        label="Id of a resource"
        value={filter.resourceId}
        onChange={(resourceId) => choose({ resourceId })}
      />
      <FilterDay label="From" value={filter.from} onChange={(from) => choose({ from })} />
      <FilterDay label="To" value={filter.to} onChange={(to) => choose({ to })} />
    </FilterBar>
  );
}
