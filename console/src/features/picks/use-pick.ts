import { useQueries, useQuery } from '@tanstack/react-query';
import { useCan } from '../../api/index.ts';
import { type Kind, kinds, type Pick } from './kinds.ts';
import { pickOf } from './pick-of.ts';

/** Returns a resource by id. Null when it does not exist or must not be read; undefined until it is known. */
export function usePick(kind: Kind, id: string | null | undefined): Pick | null | undefined {
  const mayRead = useCan(kinds[kind].scope);
  const { data, error } = useQuery(pickQuery(kind, id ?? '', mayRead));
  return mayRead && id && !error ? data : (data ?? null);
}

/** Returns resources by their ids. Unknown ones have their id as label. */
export function usePicks(kind: Kind, ids: readonly string[]): Pick[] {
  const mayRead = useCan(kinds[kind].scope);
  const answers = useQueries({ queries: ids.map((id) => pickQuery(kind, id, mayRead)) });
  return ids.map((id, at) => answers[at]?.data ?? { value: id, label: id });
}

function pickQuery(kind: Kind, id: string, mayRead: boolean) {
  return {
    queryKey: [kind, 'pick', id],
    queryFn: () => pickOf(kind, id),
    enabled: mayRead && id !== '',
    staleTime: 30_000,
  };
}
