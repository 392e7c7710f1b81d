import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';

/** Calls and presences change without events. */
const nowEveryMs = 2_000;
const figuresEveryMs = 5_000;

/** The softphones and IP phones of the member, and where each is registered. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => read(api.GET('/api/devices', { signal })),
  refetchInterval: figuresEveryMs,
});

export function teamQuery(teamId: string) {
  return queryOptions({
    queryKey: ['teams', 'one', teamId],
    queryFn: ({ signal }) => read(api.GET('/api/teams/{teamId}', { params: { path: { teamId } }, signal })),
  });
}

export function teamNowQuery(teamId: string) {
  return queryOptions({
    queryKey: ['teams', 'now', teamId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/teams/{teamId}/now', { params: { path: { teamId } }, signal })),
    refetchInterval: nowEveryMs,
  });
}

export function teamFiguresQuery(teamId: string, windowMinutes: number) {
  return queryOptions({
    queryKey: ['teams', 'figures', teamId, windowMinutes],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/teams/{teamId}/figures', {
          params: { path: { teamId }, query: { windowMinutes } },
          signal,
        }),
      ),
    refetchInterval: figuresEveryMs,
  });
}

/** The sounds of the organization, for the music. */
export const musicQuery = queryOptions({
  queryKey: ['sounds'],
  queryFn: async ({ signal }) => (await read(api.GET('/api/sounds', { signal }))).sounds,
});

/** The names of the transfer destinations of a call's agent. */
export function destinationsQuery(callId: string) {
  return queryOptions({
    queryKey: ['teams', 'destinations', callId],
    queryFn: async ({ signal }) => {
      const { agentId, agentVersion } = await read(
        api.GET('/api/calls/{callId}', { params: { path: { callId } }, signal }),
      );
      if (agentVersion === null) return [];
      const path = { agentId, version: String(agentVersion) };
      const version = await read(
        api.GET('/api/agents/{agentId}/versions/{version}', { params: { path }, signal }),
      );
      return version.configuration.transferDestinations.map(({ name }) => name);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
