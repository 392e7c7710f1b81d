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
import { getCall } from './get.ts';
import { listCalls } from './list.ts';
import { followCall, type LiveCalls } from './live/index.ts';
import { createCallLookups, lookUpCallByExternalId, lookUpCallByPhone } from './look-up.ts';
import { pauseRecording } from './pause-recording.ts';
import { placeCall } from './place.ts';
import { type RecordingPlaces, readRecording } from './recording.ts';
import { redialCall } from './redial.ts';
import {
  Call,
  CallFilters,
  CallLookup,
  CallPage,
  PlaceCall,
  RecordingPause,
  SessionData,
  SessionDataStored,
  Why,
} from './schemas.ts';
import { explainCall } from './why.ts';
import { writeSessionData } from './write-session-data.ts';

const params = z.object({ callId: z.string() });
const tag = 'Calls';

interface CallRouteDependencies {
  db: Database;
  notifier: Notifier;
  recordingsDir: string;
  recordingStore?: RecordingPlaces['recordingStore'];
  /** Tells how calls go to whoever follows them. */
  liveCalls: LiveCalls;
}

export function callRoutes(dependencies: CallRouteDependencies): Route[] {
  return [
    ...lookupRoutes(dependencies),
    ...readRoutes(dependencies),
    followRoute(dependencies),
    ...writeRoutes(dependencies),
  ];
}

const lookupWords =
  'Always 200: `data` is the latest session data that is still alive, written during any call of this key, or ' +
  'null; `ttl` is the seconds left, rounded up, or null; `latestCall` is the latest call or null.';

function lookupRoutes({ db }: CallRouteDependencies): Route[] {
  const lookups = createCallLookups(db);
  return [
    defineRoute({
      method: 'GET',
      path: '/api/calls/external/{externalId}',
      ignoresUnknownQuery: true,
      operationId: 'getCallDataByExternalId',
      tag,
      summary: 'Read call data by the external id of an inbound call',
      description: `${lookupWords} The external id is the value of the header that the phone number names (default \`X-External-ID\`) in the INVITE, else its Call-ID; its first 1024 characters count.`,
      scope: 'calls:read',
      params: z.object({ externalId: z.string() }),
      output: CallLookup,
      status: 200,
      handle: (context, { params }) => lookUpCallByExternalId(lookups, context, params.externalId),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/calls/phone/{phoneNumber}',
      ignoresUnknownQuery: true,
      operationId: 'getCallDataByPhoneNumber',
      tag,
      summary: "Read call data by the customer's phone number",
      description: `${lookupWords} Calls in both directions count. The number may be in any common format, and is taken as it is when it is E.164; ten digits are a US number.`,
      scope: 'calls:read',
      params: z.object({ phoneNumber: z.string() }),
      output: CallLookup,
      status: 200,
      handle: (context, { params }) => lookUpCallByPhone(lookups, context, params.phoneNumber),
    }),
  ];
}

const followWords = `Server-sent events, for who watches a call: \`state\` (status, who answered, how it ended), \`entry\`
(\`index\` and \`entry\` of the transcript: what was really heard, so one that was told before may come again), \`removed\`
(what the transcript held from \`from\` on was taken back), \`turn\` (\`index\` and \`turn\` of the latency ledger), and \`end\`, the
last. First comes all that is known, whenever a reader comes back too. What is said is told within a second, whichever process
carries the call; a call that is over is told at once, with its end.`;

function followRoute({ db, liveCalls }: CallRouteDependencies): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/calls/{callId}/live',
    operationId: 'followCall',
    tag,
    summary: 'Follow a call as it goes',
    description: followWords,
    scope: 'calls:read',
    params,
    outputContentType: 'text/event-stream',
    status: 200,
    errors: [404],
    handle: (context, { params }) => followCall({ db, liveCalls, ...context }, params.callId),
  });
}

function readRoutes({ db, recordingsDir, recordingStore = null }: CallRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/calls',
      operationId: 'listCalls',
      tag,
      summary: 'List calls, newest first',
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
      summary: 'Every decision taken about a call, in order',
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
      summary: 'The recording of a call: stereo, the customer left, the agent right',
      scope: 'calls:read',
      description: 'One part of it can be asked for with a `Range` header; that is answered with 206.',
      params,
      outputContentType: 'audio/wav',
      status: 200,
      errors: [404],
      handle: (context, { params }) =>
        readRecording({ db, recordingsDir, recordingStore, ...context }, params.callId),
    }),
  ];
}

function writeRoutes({ db, notifier }: CallRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/agents/{agentId}/calls',
      operationId: 'placeCall',
      tag,
      summary: 'Place a single outbound call',
      description: 'The call is queued and dialed at once when there is room; no schedule holds it.',
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
      summary: 'Cancel a call that waits, or stop one that is dialed or running',
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
      summary: 'Dial a call again whose outcome is unknown',
      description: redialWords,
      scope: 'calls:write',
      params,
      output: Call,
      status: 201,
      errors: [404, 409],
      handle: (context, { params }) => redialCall({ db, notifier, ...context }, params.callId),
    }),
    recordingRoute({ db, notifier }, 'pause', 'Pause the recording of a live call'),
    recordingRoute({ db, notifier }, 'resume', 'Let the paused recording of a live call go on'),
    defineRoute({
      method: 'PUT',
      path: '/api/calls/{callId}/session-data',
      operationId: 'writeCallSessionData',
      tag,
      summary: 'Write the session data of a call',
      description:
        'Replaces the data and restarts its time to live. The record of the call keeps what was written last as `sessionVariables`.',
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

const redialWords = `A call that ended as \`unknown-outcome\` may have rung, so it is dialed again only when a person asks.
The answer is the next attempt: a call of its own, due at once, in the same campaign, whose \`campaignParentCallIds\` name
the attempts before it. Each call is dialed again once: 409 \`call.redialed\` the second time, \`call.outcome_known\` for any
other end, \`campaign.ended\` when its campaign has ended, \`agent.deleted\`, \`phone_number.deleted\`, \`schedule.deleted\` or
\`retry_configuration.deleted\` when what the call names was deleted.`;

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
      'Within a second. While it is paused the recording holds silence, so that its times stay those of the call. ' +
      '409 `call.not_live` when the call is not live, `recording.not_recorded` when it is not recorded.',
    scope: 'calls:write',
    params,
    output: RecordingPause,
    status: 200,
    errors: [404, 409],
    handle: (context, { params }) =>
      pauseRecording({ db, notifier, ...context }, params.callId, verb === 'pause'),
  });
}
