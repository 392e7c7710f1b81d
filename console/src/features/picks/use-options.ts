import { useState } from 'react';
import type { Pages } from '../../api/index.ts';
import { type Kind, kinds, type Pick } from './kinds.ts';
import { useFound } from './use-found.ts';

/** The option that asks to type more. No id looks like it. */
export const moreValue = '…';

interface OptionsRequest {
  kind: Kind;
  /** The input, unless it is the name of the chosen resource. */
  search: string;
  /** The chosen resources, which are listed in any case. */
  chosen: readonly Pick[];
  /** Further choices that the server does not list. */
  also?: readonly Pick[] | undefined;
  trunkId?: string | undefined;
}

/** Returns what an open field offers: the first results, and a line when there are more. */
export function useOptions({ kind, search, chosen, also = [], trunkId }: OptionsRequest) {
  const [isOpen, setOpen] = useState(false);
  const found = useFound({ kind, search, trunkId, isEnabled: isOpen });
  const typed = search.trim().toLowerCase();
  const isNamed = ({ label }: Pick) => label.toLowerCase().includes(typed);
  // Until the answer arrives, earlier results that match stay.
  const rows = [...also.filter(isNamed), ...found.rows.filter((row) => !found.isStale || isNamed(row))];
  const shown = new Set(rows.map(({ value }) => value));
  const others = chosen.filter(({ value }) => !shown.has(value));
  const more = {
    value: moreValue,
    label: found.isLoadingMore ? 'Loading…' : 'Load more, or type part of the name',
  };
  // A disabled line keeps the empty list accessible.
  const nothing = {
    value: 'nothing',
    label: emptyMessage(found, typed === '' ? kind : null),
    disabled: true,
  };
  const lines = [
    ...unique(rows),
    ...(rows.length === 0 ? [nothing] : []),
    ...(found.hasMore && !found.isStale ? [more] : []),
  ];
  return {
    isOpen,
    setOpen,
    loadMore: found.loadMore,
    data: [...others, ...lines],
    /**
     * Replaces the field's own filter, because the server has searched. Chosen resources that were not found are
     * listed for their names only.
     */
    filter: <Option extends object>({ options, search: typed }: { options: Option[]; search: string }) =>
      typed === ''
        ? options
        : options.filter((one) => !others.some(({ value }) => 'value' in one && one.value === value)),
  };
}

/** Returns the line of an empty list. `kind` is what the organization has none of, or null when names were searched. */
function emptyMessage({ error, isPending, isStale }: Pages<Pick>, kind: Kind | null): string {
  if (error) return 'The names could not be loaded';
  if (isPending || isStale) return 'Searching…';
  return kind === null ? 'No matches' : `None yet: make one under ${kinds[kind].page}`;
}

function unique(rows: Pick[]): Pick[] {
  return [...new Map(rows.map((row) => [row.value, row])).values()];
}

/** The list scrolls by itself. A scroll area would add another stop for the keyboard. */
export const scrollingList = {
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const;
