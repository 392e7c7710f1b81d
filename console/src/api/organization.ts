import { queryOptions } from '@tanstack/react-query';
import { api, read } from './client.ts';

/** Reads the settings of the organization. */
export const organizationQuery = queryOptions({
  queryKey: ['organizations', 'own'],
  queryFn: ({ signal }) => read(api.GET('/api/organization', { signal })),
});
