import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, organizationQuery, read, type Schema } from '../../api/index.ts';

/** The limits and rules of an organization. */
export type Organization = Schema<'Organization'>;
export type OrganizationChange = Schema<'UpdateOrganizationInput'>;

/** Whether the installation sends e-mail. */
export const mailQuery = queryOptions({
  queryKey: ['mail'],
  queryFn: ({ signal }) => read(api.GET('/api/mail', { signal })),
  staleTime: 300_000,
});

/** Calling-hour rules that can be enabled. */
export const rulePacksQuery = queryOptions({
  queryKey: ['rule-packs'],
  queryFn: ({ signal }) => read(api.GET('/api/rule-packs', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Changes the organization, and refreshes what shows it. */
export function useChangeOrganization(): (change: OrganizationChange) => Promise<void> {
  const client = useQueryClient();
  return async (body) => {
    const changed = await read(api.PATCH('/api/organization', { body }));
    client.setQueryData(organizationQuery.queryKey, changed);
    void client.invalidateQueries({ queryKey: ['session'] });
  };
}
