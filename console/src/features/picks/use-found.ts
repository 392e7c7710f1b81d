import { useDebouncedValue } from '@mantine/hooks';
import { type Pages, useCan, usePages } from '../../api/index.ts';
import { type Kind, kinds, type Pick } from './kinds.ts';

const pageSize = 25;
const typingMs = 250;
/** Characters: what the API takes. */
const searchMax = 100;

/** What is looked for. */
export interface Wanted {
  kind: Kind;
  /** A part of the name, of which what is longer than the API takes is cut off; empty: everything. */
  search: string;
  /** Of phone numbers: those of this trunk alone. */
  trunkId?: string | undefined;
  /** False: nothing is asked for yet. */
  isEnabled?: boolean;
}

/** Things by a part of their names, asked of the server whenever typing pauses; stale while they are those of an earlier part. */
export function useFound({ kind, search, trunkId, isEnabled = true }: Wanted): Pages<Pick> {
  const wanted = [...search.trim()].slice(0, searchMax).join('');
  // At once where it became empty: that is no typing.
  const settled = useDebouncedValue(wanted, typingMs)[0];
  const asked = wanted === '' ? '' : settled;
  const mayRead = useCan(kinds[kind].scope);
  const pages = usePages({
    queryKey: [kind, 'found', { search: asked, trunkId }],
    fetchPage: (pageToken, signal) =>
      kinds[kind].fetch({ search: asked || undefined, trunkId, pageSize, pageToken }, { signal }),
    rowsOf: ({ picks }) => picks,
    isEnabled: isEnabled && mayRead,
  });
  return { ...pages, isPending: pages.isPending && mayRead, isStale: pages.isStale || asked !== wanted };
}
