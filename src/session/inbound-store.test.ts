import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../test/world/api-world.ts';
import { statement } from '../db/index.ts';
import { admitCall } from './inbound-store.ts';

const selectAdmitted = statement(
  'test.admitted',
  `select c.variables as stored, e.message from calls c
     join call_events e on e.organization_id = c.organization_id and e.call_id = c.call_id
   where c.organization_id = $1 and c.call_id = $2`,
);

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

let lastCaller = 2_025_550_100;
async function admit(brought: Record<string, unknown>, pushed: Record<string, unknown> | null) {
  const customerNumber = `+1${++lastCaller}`;
  if (pushed) {
    const body = { phoneNumber: customerNumber, data: pushed };
    await world.request('POST', '/api/call-personalization-webhook', { body });
  }
  const admitted = await admitCall(world.db, {
    ...{ organizationId: world.owner.organizationId, nodeId: 'node_1', agentId: 'agent_1', agentVersion: 1 },
    ...{ customerNumber, phoneNumberId: 'number_1', phoneNumber: '+12025550000', trunkId: 'trunk_1' },
    ...{ sipCallId: customerNumber, fromTag: 'tag', externalId: 'external', variables: brought },
  });
  if (admitted.kind !== 'admitted') throw new Error(admitted.kind);
  const ids = [world.owner.organizationId, admitted.callId];
  const rows = await world.db.query<{ stored: object; message: string }>(selectAdmitted, ids);
  return { variables: admitted.variables, rows };
}

const received = 'Received on +12025550000.';
const withPush = `${received} Its personalization push was consumed.`;

it.each([
  ['neither brings any', {}, null, received],
  ['the call alone', { a: 1 }, null, received],
  ['an empty push', { a: 1 }, {}, received],
  ['the push alone', {}, { b: '} ,{' }, withPush],
  ['both, and the push goes before', { a: 1, b: '}' }, { b: { c: [2] }, d: null }, withPush],
  ['texts that only json can hold', { a: 'x\u0000\ud83d' }, { b: 'é"\\' }, withPush],
])('the variables of an inbound call: %s', async (_name, brought, pushed, message) => {
  const both = { ...brought, ...pushed };
  expect(await admit(brought, pushed)).toEqual({ variables: both, rows: [{ stored: both, message }] });
});
