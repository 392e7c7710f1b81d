import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import {
  defineRoute,
  namedPageParameters,
  namedPageRequest,
  nextPageUrl,
  type Route,
} from '../../platform/http/index.ts';
import { acceptTeamCall, declineTeamCall, heartbeat, setPresence } from './presence.ts';
import type { PresenceFeed } from './presence-feed.ts';
import { getPresence, getTeam, getTeamFigures, getTeamNow, listTeams } from './read.ts';
import {
  CreateTeam,
  Presence,
  SetPresence,
  serviceLevelSeconds,
  Team,
  TeamFigures,
  TeamNow,
  TeamPage,
  UpdateTeam,
} from './schemas.ts';
import { createTeam, deleteTeam, updateTeam } from './write.ts';

interface TeamDependencies {
  db: Database;
  /** Streams presences to members. The thread for expensive requests has none. */
  presenceFeed: PresenceFeed;
}

const params = z.object({ teamId: z.string() });
const callParams = z.object({ teamCallId: z.string() });
const path = '/api/teams';
const presencePath = '/api/presence';
const tag = 'Teams';

/** The operations of teams, and of members who take their calls. */
export function teamRoutes(dependencies: TeamDependencies): Route[] {
  return [
    ...collectionRoutes(dependencies),
    ...oneTeamRoutes(dependencies),
    ...liveTeamRoutes(dependencies),
    ...presenceRoutes(dependencies),
    ...offerRoutes(dependencies),
  ];
}

function collectionRoutes({ db }: TeamDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createTeam',
      tag,
      summary: 'Create a team',
      description:
        'Its members take the calls that a transfer destination of the type `team` leads to. Answers 409 `team.name_taken` when another team has the name, and `team.too_many` at 100 teams.',
      scope: 'teams:write',
      body: CreateTeam,
      output: Team,
      status: 201,
      errors: [409],
      handle: (context, { body }) => createTeam({ db, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listTeams',
      tag,
      summary: 'List teams, newest first',
      scope: 'teams:read',
      query: z.object(namedPageParameters),
      output: TeamPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listTeams({ db, ...context }, namedPageRequest(query));
        return { teams: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
  ];
}

function oneTeamRoutes({ db }: TeamDependencies): Route[] {
  const one = `${path}/{teamId}`;
  return [
    defineRoute({
      method: 'GET',
      path: one,
      operationId: 'getTeam',
      tag,
      summary: 'Read a team',
      scope: 'teams:read',
      params,
      output: Team,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getTeam({ db, ...context }, params.teamId),
    }),
    defineRoute({
      method: 'PATCH',
      path: one,
      operationId: 'updateTeam',
      tag,
      summary: 'Change a team',
      description: 'Omitted fields stay unchanged. `members` replaces all members.',
      scope: 'teams:write',
      params,
      body: UpdateTeam,
      output: Team,
      status: 200,
      errors: [404, 409],
      handle: (context, { params, body }) => updateTeam({ db, ...context }, params.teamId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: one,
      operationId: 'deleteTeam',
      tag,
      summary: 'Delete a team',
      description:
        'Answers 409 `team.in_use` while the published version or the draft of an agent transfers to the team, and `team.has_calls` while callers wait for it or speak with its members.',
      scope: 'teams:write',
      params,
      status: 204,
      errors: [404, 409],
      handle: (context, { params }) => deleteTeam({ db, ...context }, params.teamId),
    }),
  ];
}

function liveTeamRoutes({ db }: TeamDependencies): Route[] {
  const one = `${path}/{teamId}`;
  return [
    defineRoute({
      method: 'GET',
      path: `${one}/now`,
      operationId: 'getTeamNow',
      tag,
      summary: 'Read what the members of a team do now, and the calls that wait',
      scope: 'teams:read',
      params,
      output: TeamNow,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getTeamNow({ db, ...context }, params.teamId),
    }),
    defineRoute({
      method: 'GET',
      path: `${one}/figures`,
      operationId: 'getTeamFigures',
      tag,
      summary: 'Read how many calls of a team wait, were answered and were abandoned',
      description: `The service level is the share of calls that were answered within ${serviceLevelSeconds} s.`,
      scope: 'teams:read',
      params,
      query: z.object({
        windowMinutes: z.coerce
          .number()
          .int()
          .min(5)
          .max(44_640)
          .default(1440)
          .describe('The window: calls that began to wait within so many minutes'),
      }),
      output: TeamFigures,
      status: 200,
      errors: [404],
      handle: (context, { params, query }) =>
        getTeamFigures({ db, ...context }, params.teamId, query.windowMinutes),
    }),
  ];
}

const ofActor = 'It is the state of the member to whom the API key or session belongs.';

function presenceRoutes({ db, presenceFeed }: TeamDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: presencePath,
      operationId: 'getPresence',
      tag,
      summary: 'Read whether you take calls, and the call that rings',
      description: ofActor,
      scope: 'teams:read',
      output: Presence,
      status: 200,
      errors: [404],
      handle: (context) => getPresence({ db, ...context }),
    }),
    defineRoute({
      method: 'PUT',
      path: presencePath,
      operationId: 'setPresence',
      tag,
      summary: 'Set yourself available for calls, or away',
      description: `${ofActor} Both states end the wrap-up time, and \`away\` passes a ringing call on. A member is away 10 s after the last heartbeat. With \`on: device\` calls ring on the registered devices of the member (\`GET /api/devices\`), and no heartbeat is needed; answers 409 \`presence.no_device\` when none is registered.`,
      scope: 'calls:control',
      body: SetPresence,
      output: Presence,
      status: 200,
      errors: [404, 409],
      handle: (context, { body }) => setPresence({ db, ...context }, body),
    }),
    defineRoute({
      method: 'POST',
      path: `${presencePath}/heartbeat`,
      operationId: 'sendHeartbeat',
      tag,
      summary: 'Stay available for another 10 s',
      description: `${ofActor} Send it for every \`beat\` of \`GET /api/presence/events\`, or every 3 s.`,
      scope: 'calls:control',
      output: Presence,
      status: 200,
      errors: [404],
      isNeverReplayed: true,
      handle: (context) => heartbeat({ db, ...context }),
    }),
    defineRoute({
      method: 'GET',
      path: `${presencePath}/events`,
      operationId: 'followPresence',
      tag,
      summary: 'Follow your state and the calls that ring',
      description: `Server-sent events: \`presence\` with the state at the beginning and after each change, and \`beat\` every 3 s, which asks for a heartbeat. When the stream closes, its member is away 2 s later, unless another heartbeat comes.`,
      scope: 'teams:read',
      outputContentType: 'text/event-stream',
      status: 200,
      errors: [404],
      handle: (context) => presenceFeed.follow(context),
    }),
  ];
}

function offerRoutes({ db }: TeamDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/team-calls/{teamCallId}/accept',
      operationId: 'acceptTeamCall',
      tag,
      summary: 'Take the call that rings at you',
      description:
        'Then open the WebSocket of the take-over (`GET /api/calls/{callId}/takeover`) within 10 s. Answers 409 `team_call.not_offered` when the call rings here no more, and `team_call.taken_by_you` when you took it in another window.',
      scope: 'calls:control',
      params: callParams,
      output: Presence,
      status: 200,
      errors: [404, 409],
      handle: (context, { params }) => acceptTeamCall({ db, ...context }, params.teamCallId),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/team-calls/{teamCallId}/decline',
      operationId: 'declineTeamCall',
      tag,
      summary: 'Let the next member take the call that rings at you',
      scope: 'calls:control',
      params: callParams,
      output: Presence,
      status: 200,
      errors: [404, 409],
      handle: (context, { params }) => declineTeamCall({ db, ...context }, params.teamCallId),
    }),
  ];
}
