import { useQueries } from '@tanstack/react-query';
import { useSession } from '../../api/index.ts';
import { type Kind, kinds } from './kinds.ts';

/**
 * Returns, for each kind, the id of the organization's only resource: empty when it has none or several, or when they must not
 * be read. Null until all are known.
 */
export function useOnly<const Kinds extends readonly Kind[]>(
  wanted: Kinds,
): Record<Kinds[number], string> | null {
  const { scopes } = useSession();
  return useQueries({
    queries: wanted.map((kind) => ({
      queryKey: [kind, 'only'],
      queryFn: () => kinds[kind].fetch({ pageSize: 2 }, {}),
      enabled: scopes.includes(kinds[kind].scope),
    })),
    combine: (answers) => {
      if (answers.some(({ isLoading }) => isLoading)) return null;
      const ids = answers.map(({ data }) => (data?.picks.length === 1 ? data.picks[0]!.value : ''));
      return Object.fromEntries(wanted.map((kind, at) => [kind, ids[at]])) as Record<Kinds[number], string>;
    },
  });
}
