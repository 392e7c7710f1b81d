import { useDebouncedValue } from '@mantine/hooks';
import { type Pages, useCan, usePages } from '../../api/index.ts';
import { type Kind, kinds, type Pick } from './kinds.ts';

const pageSize = 25;
const typingMs = 250;
/** In characters, as the API limits it. */
const searchMax = 100;

interface Wanted {
  kind: Kind;
  /** A part of the name, cut to what the API accepts. Empty finds everything. */
  search: string;
  /** Limits phone numbers to those of a trunk. */
  trunkId?: string | undefined;
  /** False delays the first request. */
  isEnabled?: boolean;
}

/** Searches resources by a part of their names when typing pauses. Stale while the answer is for an earlier input. */
export function useFound({ kind, search, trunkId, isEnabled = true }: Wanted): Pages<Pick> {
  const wanted = [...search.trim()].slice(0, searchMax).join('');
  // An emptied field searches at once.
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
