import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/index.ts';

/** The limits and rules that an organization sets for itself. */
export type Organization = Schema<'Organization'>;
/** What of them is changed. */
export type OrganizationChange = Schema<'UpdateOrganizationInput'>;

/** The organization as it is set now. */
export const organizationQuery = queryOptions({
  queryKey: ['organizations', 'own'],
  queryFn: ({ signal }) => read(api.GET('/api/organization', { signal })),
});

/** Rules of calling hours that can be switched on. */
export const rulePacksQuery = queryOptions({
  queryKey: ['rule-packs'],
  queryFn: ({ signal }) => read(api.GET('/api/rule-packs', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Changes the organization, and shows what came of it. */
export function useChangeOrganization(): (change: OrganizationChange) => Promise<void> {
  const client = useQueryClient();
  return async (body) => {
    const changed = await read(api.PATCH('/api/organization', { body }));
    client.setQueryData(organizationQuery.queryKey, changed);
    void client.invalidateQueries({ queryKey: ['session'] });
  };
}
