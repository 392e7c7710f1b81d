import { type Check, checksOf, type World } from '../check.ts';
import { isJsonObject } from '../compare.ts';
import { expectEqual, expectRefusal, expectStatus, expectThat } from '../expect.ts';
import { unknownId } from '../samples.ts';
import { expectLookup } from '../shapes.ts';
import { expectTtl, putSessionData } from './call-lookups.ts';

const { document, decision } = checksOf('call-by-external-id');
const endpoint = 'Endpoints, 4. GET /api/calls/external/{externalId}';
const decided = '4, 5. GET /api/calls/external/{externalId}';

const lookUp = (world: World, externalId: string) =>
  world.client.get(`/api/calls/external/${encodeURIComponent(externalId)}`);

/** Returns the external id of an inbound call. HTTP alone cannot place one, so the id is in the fixtures file. */
const inboundId = (world: World): string =>
  world.fixtures.onlyGiven('externalId', 'an external id needs an inbound call');

const nothing = { data: null, ttl: null, latestCall: null };
const oddIds = [
  'a b',
  '4f3c@192.0.2.1',
  'sip:x;tag=1',
  'é😀',
  "';--",
  'a/b',
  '+15551234567',
  'x'.repeat(200),
];

const unknownChecks: Check[] = [
  decision(decided, 'an unknown external id is 200 with null, null, null', async (world) => {
    const answer = await lookUp(world, unknownId('ext'));
    expectStatus(answer, 200);
    expectEqual(answer, answer.json, nothing, 'the body');
  }),
  ...oddIds.map((externalId) =>
    decision(decided, `the id ${externalId.slice(0, 20)} is an id like any other`, async (world) => {
      const answer = await lookUp(world, externalId);
      expectStatus(answer, 200);
      expectEqual(answer, answer.json, nothing, 'the body');
    }),
  ),
  decision('Everywhere: Statuses', 'paths that are no text are refused, never a 5xx', async (world) => {
    for (const path of ['%00', '%zz', '%ff%fe']) {
      expectRefusal(await world.client.get(`/api/calls/external/${path}`));
    }
  }),
  decision(decided, 'an outbound call has no external id: its call id finds nothing', async (world) => {
    const { callId } = await world.fixtures.queueCall();
    const answer = await lookUp(world, callId);
    expectStatus(answer, 200);
    expectEqual(answer, answer.json, nothing, 'the body');
  }),
];

const knownChecks: Check[] = [
  document(endpoint, 'the answer holds data, ttl and latestCall, the inbound call', async (world) => {
    const externalId = inboundId(world);
    const answer = await lookUp(world, externalId);
    const { latestCall } = expectLookup(answer);
    expectThat(answer, isJsonObject(latestCall), 'latestCall is not an object');
    expectEqual(answer, latestCall.externalId, externalId, 'latestCall.externalId');
    expectEqual(answer, latestCall.type, 'inboundPhoneCall', 'latestCall.type');
  }),
  document(
    endpoint,
    'data that was written during the call is returned while its ttl is active',
    async (world) => {
      const externalId = inboundId(world);
      const { latestCall } = expectLookup(await lookUp(world, externalId));
      const callId = isJsonObject(latestCall) ? String(latestCall.callId) : '';
      const written = await putSessionData(world, callId, { data: { step: 2 }, ttlSeconds: 100 });
      const answer = await lookUp(world, externalId);
      expectEqual(answer, expectLookup(answer).data, { step: 2 }, 'data');
      expectTtl(written, answer, 100);
    },
  ),
  document(endpoint, 'the answer is identical to the one by phone number', async (world) => {
    const answer = await lookUp(world, inboundId(world));
    const { latestCall } = expectLookup(answer);
    const number = isJsonObject(latestCall) ? String(latestCall.customerNumber) : '';
    const byPhone = await world.client.get(`/api/calls/phone/${encodeURIComponent(number)}`);
    expectEqual(
      byPhone,
      Object.keys(expectLookup(byPhone)).sort(),
      Object.keys(expectLookup(answer)).sort(),
      'fields',
    );
  }),
];

export const callByExternalIdChecks: Check[] = [...unknownChecks, ...knownChecks];
