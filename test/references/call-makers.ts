import {
  admitCall,
  admitWebCall,
  endCall,
  queuedOnly,
  takeSecondLeg,
} from '../../src/domains/calls/index.ts';
import { ScheduleCache } from '../../src/domains/campaigns/index.ts';
import { importedCalls } from '../../src/domains/campaigns/take-imported.ts';
import type { ImportRecord } from '../../src/domains/imports/index.ts';
import { statement } from '../../src/platform/db/index.ts';
import { newId } from '../../src/platform/kernel/index.ts';
import { claimDueCalls } from '../../src/runtime/dialer/store.ts';
import type { Answer } from '../world/api-world.ts';
import { callFields, campaignCall, customer, type Maker, outcomeOf, post, singleCall } from './maker.ts';
import { type Place, refusalOf, type Things } from './things.ts';

/** Numbers of local presence so far. Each has to be another one. */
let localNumbers = 0;

const deleted = {
  agent: '409 agent.deleted',
  number: '409 phone_number.deleted',
  schedule: '409 schedule.deleted',
  retryConfig: '409 retry_configuration.deleted',
};

const nameAll = statement(
  'test.references.name_all',
  `with queued as (update queued_calls set schedule_id = $3 where organization_id = $1 and call_id = $2)
   update calls set schedule_id = $3, call_retry_config_id = $4 where organization_id = $1 and call_id = $2`,
);
const forward = statement(
  'test.references.forward',
  `update calls set status = 'forwarding' where organization_id = $1 and call_id = $2`,
);
const chosenNumber = statement(
  'test.references.chosen',
  'select dial_number_id as id from calls where organization_id = $1 and call_id = any($2)',
);
/** Creates a call with an unknown outcome. */
async function unknownCall(
  place: Place,
  things: Things,
  path: string,
  body: object,
): Promise<Answer['body']> {
  const { body: call } = await place.request('POST', `/api/agents/${things.agent}/${path}`, { body });
  const { organizationId, world } = place;
  await world.db.query(nameAll, [organizationId, call.callId, things.schedule, things.retryConfig]);
  await endAs(place, call.callId, 'unknown-outcome');
  return call;
}

const endAs = (
  { organizationId, world }: Place,
  callId: string,
  endedReason: 'unknown-outcome' | 'customer-busy',
) =>
  endCall(
    world.db,
    { organizationId, callId, ...queuedOnly },
    { status: 'ended', endedBy: 'System ended the call', endedReason, message: 'So it was.' },
  );

const admission = ({ organizationId }: Place, things: Things) => ({
  ...{ organizationId, nodeId: 'node_a', agentId: things.agent, agentVersion: 1, customerNumber: customer },
  ...{ phoneNumberId: things.number, agentNumber: '+12025550100', trunkId: things.trunk },
  ...{ sipCallId: newId('call'), fromTag: 'tag', externalId: '', variables: {} },
});

const loses = (agent: string) => ({ agent, ...callFields });

/** Makers of calls: queued, redialed, claimed and admitted calls. */
export const callMakers: readonly Maker[] = [
  {
    name: 'a campaign call',
    loses: loses('404 agent.not_found'),
    prepare: async (place, things) =>
      post(place, `/api/agents/${things.agent}/calls/campaign`, campaignCall(things)),
  },
  {
    name: 'a campaign call with an idempotency key',
    loses: loses('404 agent.not_found'),
    prepare: async (place, things) => async () => {
      const headers = { 'idempotency-key': newId('req') };
      const body = campaignCall(things);
      return outcomeOf(
        await place.request('POST', `/api/agents/${things.agent}/calls/campaign`, { headers, body }),
      );
    },
  },
  {
    name: 'a batch of campaign calls',
    loses: loses('404 agent.not_found'),
    prepare: async (place, things) => async () => {
      const path = `/api/agents/${things.agent}/calls/campaign/batch`;
      const answer = await place.request('POST', path, { body: { calls: [campaignCall(things)] } });
      if (answer.status !== 200) return refusalOf(answer);
      const [result] = answer.body.results;
      return result.callId ? 'made' : `400 ${result.details[0].field}`;
    },
  },
  {
    name: 'a call of a file',
    loses: {
      number: 'phoneNumberId: there is no phone number with this id',
      schedule: 'scheduleId: there is no schedule with this id',
      retryConfig: 'callRetryConfigId: there is no retry configuration with this id',
    },
    async prepare(place, things) {
      const settings = { ...campaignCall(things), agentId: things.agent };
      const queued = await place.request('POST', `/api/agents/${things.agent}/calls/campaign`, {
        body: { ...settings, agentId: undefined },
      });
      const record = {
        ...{ organizationId: place.organizationId, memberId: 'member_a', requestId: 'req_a', settings },
        campaignId: queued.body.campaignId,
      };
      await place.request('POST', `/api/calls/${queued.body.callId}/cancel`);
      const { db, notifier } = place.world;
      const kind = importedCalls(new ScheduleCache(db), notifier);
      const row = { phoneNumber: customer, values: new Map<string, string>() };
      return async () => {
        const [problem] = await db.transaction((tx) =>
          kind.take(tx, record as unknown as ImportRecord, [row]),
        );
        return problem ?? 'made';
      };
    },
  },
  {
    name: 'a single call',
    loses: { agent: '404 agent.not_found', number: '400 phoneNumberId' },
    prepare: async (place, things) => post(place, `/api/agents/${things.agent}/calls`, singleCall(things)),
  },
  {
    name: 'a call that is dialed again',
    loses: deleted,
    async prepare(place, things) {
      const { callId } = await unknownCall(place, things, 'calls', singleCall(things));
      return post(place, `/api/calls/${callId}/redial`);
    },
  },
  {
    name: 'the calls of a campaign that are dialed again',
    loses: { number: 'none', schedule: 'none', retryConfig: 'none' },
    async prepare(place, things) {
      const { campaignId } = await unknownCall(place, things, 'calls/campaign', campaignCall(things));
      return async () => {
        const { body } = await place.request('POST', `/api/campaigns/${campaignId}/redial-unknown`);
        return body.callsQueued === 1 ? 'made' : body.hasMore ? 'there is more for ever' : 'none';
      };
    },
  },
  {
    name: 'the retry of a call that ends',
    loses: loses(''),
    always: {
      ...{ agent: 'is used already', number: 'is used already' },
      ...{ schedule: 'is used already', retryConfig: 'is used already' },
    },
    async prepare(place, things) {
      const { body } = await place.request('POST', `/api/agents/${things.agent}/calls`, {
        body: singleCall(things),
      });
      const { organizationId } = place;
      await place.world.db.query(nameAll, [organizationId, body.callId, things.schedule, things.retryConfig]);
      return async () => {
        await endAs(place, body.callId, 'customer-busy');
        const next = await place.request('GET', '/api/calls?status=queued');
        return next.body.calls.length === 1 ? 'made' : 'no retry';
      };
    },
  },
  {
    name: 'the claim of a call for a local number',
    loses: { number: 'not taken' },
    async prepare(place, things) {
      const trunkId = things.trunk;
      const phoneNumber = `+1212557${1000 + ++localNumbers}`;
      await place.request('PATCH', `/api/phone-numbers/${things.number}`, {
        body: { localPresence: true, trunkId },
      });
      const asked = await place.make('number', { phoneNumber, trunkId });
      const body = {
        ...campaignCall({ ...things, number: asked }),
        ...{ phoneNumber: '+12025550123', localPresenceEnabled: true },
      };
      await place.request('POST', `/api/agents/${things.agent}/calls/campaign`, { body });
      const { organizationId } = place;
      return async () => {
        const { callIds } = await claimDueCalls(place.world.db, organizationId, 'node_a', 10);
        if (callIds.length === 0) return 'not taken';
        const [chosen] = await place.world.db.query<{ id: string }>(chosenNumber, [organizationId, callIds]);
        return chosen?.id === things.number ? 'made' : 'not taken';
      };
    },
  },
  {
    name: 'an inbound call',
    loses: { agent: 'gone', number: 'gone', trunk: 'gone' },
    prepare: async (place, things) => async () => {
      const { kind } = await admitCall(place.world.db, admission(place, things));
      return kind === 'admitted' ? 'made' : kind;
    },
  },
  {
    name: 'a call from a web page',
    loses: { agent: 'gone' },
    prepare:
      async ({ world, organizationId }, { agent: agentId }) =>
      async () => {
        const visitor = { customerNumber: 'visitor_a', origin: 'https://www.example.com' };
        const call = { organizationId, nodeId: 'node_a', agentId, agentVersion: 1, ...visitor };
        const { kind } = await admitWebCall(world.db, call, newId('call'));
        return kind === 'admitted' ? 'made' : kind;
      },
  },
  {
    name: 'the second leg of a call',
    loses: { trunk: 'trunk-limit' },
    async prepare(place, things) {
      const { organizationId } = place;
      const trunkId = await place.make('trunk');
      const admitted = await admitCall(place.world.db, admission(place, { ...things, trunk: trunkId }));
      const callId = 'callId' in admitted ? admitted.callId : '';
      await place.world.db.query(forward, [organizationId, callId]);
      const held = { organizationId, callId, nodeId: 'node_a' };
      return async () => {
        const state = await takeSecondLeg(place.world.db, held, things.trunk);
        return state === 'granted' ? 'made' : state;
      };
    },
  },
];
