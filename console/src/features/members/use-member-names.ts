import { useQuery } from '@tanstack/react-query';
import { api, read, useCan } from '../../api/index.ts';

/** The names of the members by their ids; empty for who may not see them. Those who were removed are not among them. */
export function useMemberNames(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['members', 'names'],
    queryFn: ({ signal }) => read(api.GET('/api/members', { params: { query: { pageSize: 1000 } }, signal })),
    enabled: useCan('members:read'),
    staleTime: 60_000,
  });
  return new Map(data?.members.map(({ memberId, name, email }) => [memberId, name ?? email ?? memberId]));
}
