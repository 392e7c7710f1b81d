import { z } from 'zod';
import type { Database, Notifier } from '../../platform/db/index.ts';
import {
  defineRoute,
  hasLargeBody,
  largeBodyBytesMax,
  nextPageUrl,
  type Route,
} from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { findAgent } from '../agents/index.ts';
import { cancelCall } from './cancel.ts';
import { commandRoutes } from './command-routes.ts';
import { commentRoutes } from './comment-routes.ts';
import { CallFilters } from './filter-schemas.ts';
import { linkRoutes } from './link-routes.ts';
import { followCall, type LiveCalls } from './live/index.ts';
import { lookupRoutes } from './lookup-routes.ts';
import { pauseRecording } from './pause-recording.ts';
import { placeCall } from './place.ts';
import { getCall, listCalls } from './read.ts';
import { type RecordingPlaces, readRecording } from './recording.ts';
import { redialCall } from './redial.ts';
import { Call, CallPage, PlaceCall, RecordingPause, SessionData, SessionDataStored, Why } from './schemas.ts';
import { tagRoutes } from './tag-routes.ts';
import { explainCall } from './why.ts';
import { writeSessionData } from './write-session-data.ts';

const params = z.object({ callId: z.string() });
const tag = 'Calls';

interface CallRouteDependencies {
  db: Database;
  notifier: Notifier;
  recordingsDir: string;
  recordingStore?: RecordingPlaces['recordingStore'];
  /** Reports the changes of live calls. */
  liveCalls: LiveCalls;
}

export function callRoutes(dependencies: CallRouteDependencies): Route[] {
  return [
    ...lookupRoutes(dependencies.db),
    ...listRoutes(dependencies),
    ...recordRoutes(dependencies),
    ...commandRoutes(dependencies),
    ...commentRoutes(dependencies.db),
    ...tagRoutes(dependencies.db),
    ...linkRoutes(dependencies.db),
    followRoute(dependencies),
    ...dialRoutes(dependencies),
    ...liveCallRoutes(dependencies),
  ];
}

const followDescription = `Server-sent events about one call:

- \`state\`: status, what answered, how the call ended
- \`entry\`: \`index\` and \`entry\` of the transcript; an entry comes again when the heard part of it is known
- \`removed\`: the transcript from index \`from\` on was taken back
- \`turn\`: \`index\` and \`turn\` of the latency ledger
- \`command\`: a \`command\` of a member, again with each change of its state
- \`end\`: the last event

The stream begins with everything that is known, after a reconnection too. Changes come within a second, whichever process
carries the call. The stream of an ended call holds its record and \`end\`.`;

function followRoute({ db, liveCalls }: CallRouteDependencies): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/calls/{callId}/live',
    operationId: 'followCall',
    tag,
    summary: 'Stream the changes of a call',
    description: followDescription,
    scope: 'calls:read',
    params,
    outputContentType: 'text/event-stream',
    status: 200,
    errors: [404],
    handle: (context, { params }) => followCall({ db, liveCalls, ...context }, params.callId),
  });
}

function listRoutes({ db }: CallRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/calls',
      operationId: 'listCalls',
      tag,
      summary: 'List calls, newest first',
      description: 'Rare matches are searched for in slices: a page may be empty, and `nextPage` goes on.',
      scope: 'calls:read',
      query: CallFilters,
      output: CallPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listCalls({ db, ...context }, query);
        return {
          calls: items,
          metadata: { nextPage: nextPageUrl(context.baseUrl, '/api/calls', query, next) },
        };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/agents/{agentId}/calls',
      operationId: 'listAgentCalls',
      tag,
      summary: 'List the calls of an agent, newest first',
      description: 'Rare matches are searched for in slices: a page may be empty, and `nextPage` goes on.',
      scope: 'calls:read',
      params: z.object({ agentId: z.string() }),
      query: CallFilters.omit({ agentId: true }),
      output: CallPage,
      status: 200,
      errors: [404],
      async handle(context, { params: { agentId }, query }) {
        if (!(await findAgent(db, context.actor.organizationId, agentId))) throw notFound('agent');
        const { items, next } = await listCalls({ db, ...context }, { ...query, agentId });
        const path = `/api/agents/${encodeURIComponent(agentId)}/calls`;
        return { calls: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
  ];
}

function recordRoutes({ db, recordingsDir, recordingStore = null }: CallRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/calls/{callId}',
      operationId: 'getCall',
      tag,
      summary: 'Read a call',
      scope: 'calls:read',
      params,
      output: Call,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getCall({ db, ...context }, params.callId),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/calls/{callId}/why',
      operationId: 'explainCall',
      tag,
      summary: 'List every decision about a call, in order',
      description: 'Says why a call was queued, held, dialed or not made, and how it ended.',
      scope: 'calls:read',
      params,
      output: Why,
      status: 200,
      errors: [404],
      handle: (context, { params }) => explainCall({ db, ...context }, params.callId),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/calls/{callId}/recording',
      operationId: 'getCallRecording',
      tag,
      summary: 'Read the recording of a call: stereo, the customer left, the agent right',
      scope: 'calls:read',
      description:
        'A `Range` header requests a part, which is answered with 206, or with 416 if the file has no such part.',
      params,
      outputContentType: 'audio/wav',
      status: 200,
      errors: [404, 416],
      handle: (context, { params }) =>
        readRecording({ db, recordingsDir, recordingStore, ...context }, params.callId),
    }),
  ];
}

const redialDescription = `A call that ended as \`unknown-outcome\` may have rung, so only a request of a person dials it
again. The answer is the next attempt: a new call, due at once, in the same campaign. Its \`campaignParentCallIds\` name the
attempts before it. Each call can be dialed again once.

Answers 409:

- \`call.redialed\`: the call was dialed again before
- \`call.outcome_known\`: the call ended in another way
- \`campaign.ended\`: its campaign has ended
- \`agent.deleted\`, \`phone_number.deleted\`, \`schedule.deleted\`, \`retry_configuration.deleted\`: the call names something
  that was deleted`;

function dialRoutes({ db, notifier }: CallRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/agents/{agentId}/calls',
      operationId: 'placeCall',
      tag,
      summary: 'Place a single outbound call',
      description: 'The call is queued, and dialed as soon as there is room. No schedule holds it.',
      scope: 'calls:write',
      params: z.object({ agentId: z.string() }),
      body: PlaceCall,
      bodyBytesMax: largeBodyBytesMax,
      expensive: hasLargeBody,
      output: Call,
      status: 201,
      errors: [404, 409],
      handle: (context, { params, body }) => placeCall({ db, notifier, ...context }, params.agentId, body),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/calls/{callId}/cancel',
      operationId: 'cancelCall',
      tag,
      summary: 'Cancel a queued call, or stop a live one',
      scope: 'calls:write',
      params,
      output: Call,
      status: 200,
      errors: [404, 409],
      handle: (context, { params }) => cancelCall({ db, notifier, ...context }, params.callId),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/calls/{callId}/redial',
      operationId: 'redialCall',
      tag,
      summary: 'Dial a call with an unknown outcome again',
      description: redialDescription,
      scope: 'calls:write',
      params,
      output: Call,
      status: 201,
      errors: [404, 409],
      handle: (context, { params }) => redialCall({ db, notifier, ...context }, params.callId),
    }),
  ];
}

function liveCallRoutes({ db, notifier }: CallRouteDependencies): Route[] {
  return [
    recordingRoute({ db, notifier }, 'pause', 'Pause the recording of a live call'),
    recordingRoute({ db, notifier }, 'resume', 'Resume the paused recording of a live call'),
    defineRoute({
      method: 'PUT',
      path: '/api/calls/{callId}/session-data',
      operationId: 'writeCallSessionData',
      tag,
      summary: 'Write the session data of a call',
      description:
        'Replaces the data and restarts its time to live. The record of the call keeps the last data as `sessionVariables`.',
      scope: 'calls:write',
      params,
      body: SessionData,
      bodyBytesMax: largeBodyBytesMax,
      expensive: hasLargeBody,
      output: SessionDataStored,
      status: 200,
      errors: [404, 409],
      handle: (context, { params, body }) => writeSessionData({ db, ...context }, params.callId, body),
    }),
  ];
}

function recordingRoute(
  { db, notifier }: Pick<CallRouteDependencies, 'db' | 'notifier'>,
  verb: 'pause' | 'resume',
  summary: string,
): Route {
  return defineRoute({
    method: 'POST',
    path: `/api/calls/{callId}/recording/${verb}`,
    operationId: `${verb}CallRecording`,
    tag,
    summary,
    description:
      'Takes effect within a second. A paused recording holds silence, so that its times stay those of the call. ' +
      'Answers 409 `call.not_live` when the call is not live, and `recording.not_recorded` when it is not recorded.',
    scope: 'calls:write',
    params,
    output: RecordingPause,
    status: 200,
    errors: [404, 409],
    handle: (context, { params }) =>
      pauseRecording({ db, notifier, ...context }, params.callId, verb === 'pause'),
  });
}
