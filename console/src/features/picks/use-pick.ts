import { useQueries, useQuery } from '@tanstack/react-query';
import { useCan } from '../../api/index.ts';
import { type Kind, kinds, type Pick } from './kinds.ts';
import { pickOf } from './pick-of.ts';

/** A thing by its id; null: there is none that one may see; undefined: it is not known yet. */
export function usePick(kind: Kind, id: string | null | undefined): Pick | null | undefined {
  const mayRead = useCan(kinds[kind].scope);
  const { data, error } = useQuery(pickQuery(kind, id ?? '', mayRead));
  return mayRead && id && !error ? data : (data ?? null);
}

/** Things by their ids; while one is not known, or where there is none, its id is its label. */
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
