import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';

/** Reads one version of an agent. Versions never change. */
export function versionQuery(agentId: string, version: number) {
  return queryOptions({
    queryKey: ['agent-versions', agentId, version],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/agents/{agentId}/versions/{version}', {
          params: { path: { agentId, version: String(version) } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
