import { useState } from 'react';
import type { Pages } from '../../api/index.ts';
import type { Kind, Pick } from './kinds.ts';
import { useFound } from './use-found.ts';

/** The option that asks for more; no id looks like it. */
export const moreValue = '…';

interface OptionsRequest {
  kind: Kind;
  /** What is typed that is no name of what is chosen. */
  search: string;
  /** What is chosen: there whatever else is found. */
  chosen: readonly Pick[];
  /** What the server does not know of. */
  also?: readonly Pick[] | undefined;
  trunkId?: string | undefined;
}

/** What a field offers to choose from while it is open: the first that the server finds, and a line that says there are more. */
export function useOptions({ kind, search, chosen, also = [], trunkId }: OptionsRequest) {
  const [isOpen, setOpen] = useState(false);
  const found = useFound({ kind, search, trunkId, isEnabled: isOpen });
  const words = search.trim().toLowerCase();
  const isNamed = ({ label }: Pick) => label.toLowerCase().includes(words);
  // Until the answer is there: what was found before, as far as it is what is looked for.
  const rows = [...also.filter(isNamed), ...found.rows.filter((row) => !found.isStale || isNamed(row))];
  const shown = new Set(rows.map(({ value }) => value));
  const others = chosen.filter(({ value }) => !shown.has(value));
  const more = {
    value: moreValue,
    label: found.isLoadingMore ? 'Loading…' : 'Load more, or type part of the name',
  };
  // A line of the list as well, which otherwise would have nothing that a list has.
  const nothing = { value: 'nothing', label: nothingWords(found), disabled: true };
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
    /** Instead of the field's own: the server has searched. What is chosen and was not found is only there to be named. */
    filter: <Option extends object>({ options, search: typed }: { options: Option[]; search: string }) =>
      typed === ''
        ? options
        : options.filter((one) => !others.some(({ value }) => 'value' in one && one.value === value)),
  };
}

function nothingWords({ error, isPending, isStale }: Pages<Pick>): string {
  if (error) return 'The names could not be loaded';
  return isPending || isStale ? 'Searching…' : 'No matches';
}

function unique(rows: Pick[]): Pick[] {
  return [...new Map(rows.map((row) => [row.value, row])).values()];
}

/** The list scrolls by itself: a frame around it would be one more place to reach by keyboard. */
export const scrollingList = {
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const;
