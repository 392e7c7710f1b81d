import { type Check, checksOf, type World } from '../check.ts';
import { isJsonObject } from '../compare.ts';
import { expectEqual, expectFieldError, expectRefusal, expectStatus, expectThat } from '../expect.ts';
import { commonFormats, randomNumber, unknownId, unreadableNumbers } from '../samples.ts';
import { expectLookup } from '../shapes.ts';
import {
  awaitLookup,
  expectNoData,
  expectTtl,
  lookUpPhone,
  putSessionData,
  writeSessionData,
} from './call-lookups.ts';

const { document, decision } = checksOf('call-by-phone');
const endpoint = 'Endpoints, 5. GET /api/calls/phone/{phoneNumber}';
const decided = '4, 5. GET /api/calls/phone/{phoneNumber}';

/** Queues a call to a new number, which no other record has. */
async function newCall(world: World, phoneNumber = randomNumber()) {
  const { callId } = await world.fixtures.queueCall({ phoneNumber });
  return { callId, phoneNumber };
}

const formatChecks: Check[] = [
  document(endpoint, 'the answer holds data, ttl and latestCall, a call record', async (world) => {
    const { callId, phoneNumber } = await newCall(world);
    const answer = await lookUpPhone(world, phoneNumber);
    const { latestCall } = expectLookup(answer);
    expectThat(answer, isJsonObject(latestCall), 'latestCall is not an object');
    expectEqual(answer, latestCall.callId, callId, 'latestCall.callId');
  }),
  ...commonFormats('+12025550123').map((shape, index) =>
    document(endpoint, `a number written like ${shape} is normalized`, async (world) => {
      const { callId, phoneNumber } = await newCall(world);
      const answer = await lookUpPhone(world, commonFormats(phoneNumber)[index]!);
      const { latestCall } = expectLookup(answer);
      expectEqual(answer, isJsonObject(latestCall) ? latestCall.callId : null, callId, 'latestCall.callId');
    }),
  ),
  document(endpoint, 'a plus that is not encoded is a plus', async (world) => {
    const { callId, phoneNumber } = await newCall(world);
    const answer = await lookUpPhone(world, phoneNumber, false);
    const { latestCall } = expectLookup(answer);
    expectEqual(answer, isJsonObject(latestCall) ? latestCall.callId : null, callId, 'latestCall.callId');
  }),
  ...['+44 20 7946 0123', '+49 (30) 901820', '+81-90-1234-5678'].map((number) =>
    document(endpoint, `the international number ${number} is accepted`, async (world) => {
      expectLookup(await lookUpPhone(world, number));
    }),
  ),
  ...['+15551234567', '5551234567', '(555) 123-4567', '1-555-123-4567'].map((number) =>
    decision(decided, `${number}, possible but not assigned, is accepted`, async (world) => {
      expectLookup(await lookUpPhone(world, number));
    }),
  ),
  ...unreadableNumbers.map((number) =>
    decision(decided, `${JSON.stringify(number)} is 400 naming phoneNumber`, async (world) => {
      expectFieldError(await lookUpPhone(world, number), 'phoneNumber');
    }),
  ),
  decision('Everywhere: Statuses', 'paths that are no text are refused, never a 5xx', async (world) => {
    for (const path of ['%00', '%zz', '%ff%fe', 'a'.repeat(2000), '%2e%2e%2f']) {
      expectRefusal(await lookUpPhone(world, path, false));
    }
  }),
  decision(decided, 'a number without calls and data is 200 with null, null, null', async (world) => {
    const answer = await lookUpPhone(world, `+1201555${String(Date.now()).slice(-4)}`);
    expectStatus(answer, 200);
    expectLookup(answer);
    const fresh = await lookUpPhone(world, `+3906${String(Date.now()).slice(-8)}`);
    expectEqual(fresh, fresh.json, { data: null, ttl: null, latestCall: null }, 'the body');
  }),
  decision('Everywhere: Statuses', "another organization's calls and data are not found", async (world) => {
    const other = world.fixtures.otherClient();
    const { callId, phoneNumber } = await newCall(world);
    await putSessionData(world, callId, { data: { secret: 1 } });
    const answer = await other.get(`/api/calls/phone/${encodeURIComponent(phoneNumber)}`);
    const { latestCall } = expectLookup(answer);
    expectThat(answer, !isJsonObject(latestCall) || latestCall.callId !== callId, 'it finds the call');
    expectThat(answer, !answer.text.includes('secret'), 'it finds the data');
    const body = { data: { mine: 1 } };
    expectStatus(await other.send('PUT', `/api/calls/${callId}/session-data`, { body }), 404);
  }),
];

const data = {
  step: 'address',
  tries: 2,
  done: false,
  none: null,
  list: [1, 'a'],
  inner: { 'a key': 'é😀' },
};

const dataChecks: Check[] = [
  document(
    endpoint,
    'data that was written during a call is returned while its ttl is active',
    async (world) => {
      const { callId, phoneNumber } = await newCall(world);
      await putSessionData(world, callId, { data, ttlSeconds: 60 });
      const answer = await lookUpPhone(world, phoneNumber);
      expectEqual(answer, expectLookup(answer).data, data, 'data');
    },
  ),
  document('Limits: ttlSeconds', 'the default is 180 seconds', async (world) => {
    const { callId, phoneNumber } = await newCall(world);
    const written = await putSessionData(world, callId, { data });
    expectTtl(written, await lookUpPhone(world, phoneNumber), 180);
  }),
  document(endpoint, 'data whose ttl is over is not returned', async (world) => {
    const { callId, phoneNumber } = await newCall(world);
    await putSessionData(world, callId, { data, ttlSeconds: 1 });
    const read = () => lookUpPhone(world, phoneNumber);
    await awaitLookup(
      read,
      (body) => (body.data ?? null) === null,
      3000,
      'the data is still there after 3 s',
    );
  }),
  decision(decided, 'before any write, data and ttl are null and latestCall is the call', async (world) => {
    const { callId, phoneNumber } = await newCall(world);
    const answer = await lookUpPhone(world, phoneNumber);
    expectNoData(answer);
    const { latestCall } = expectLookup(answer);
    expectEqual(answer, isJsonObject(latestCall) ? latestCall.callId : null, callId, 'latestCall.callId');
  }),
  decision(
    decided,
    'expired data leaves data and ttl null, and stays in sessionVariables; ttl is never 0',
    async (world) => {
      const { callId, phoneNumber } = await newCall(world);
      await putSessionData(world, callId, { data, ttlSeconds: 1 });
      const read = () => lookUpPhone(world, phoneNumber);
      await awaitLookup(read, (body) => body.data === null && body.ttl === null, 3000, 'not null after 3 s');
      const answer = await read();
      const { latestCall } = expectLookup(answer);
      const kept = isJsonObject(latestCall) ? latestCall.sessionVariables : null;
      expectEqual(answer, kept, data, 'latestCall.sessionVariables after the data has expired');
    },
  ),
  ...[1, 2, 100, 86_400].map((ttlSeconds) =>
    decision(decided, `ttl is the seconds left of ${ttlSeconds}, rounded up`, async (world) => {
      const { callId, phoneNumber } = await newCall(world);
      const written = await putSessionData(world, callId, { data, ttlSeconds });
      expectTtl(written, await lookUpPhone(world, phoneNumber), ttlSeconds);
    }),
  ),
  decision(decided, 'a write replaces data and restarts the ttl', async (world) => {
    const { callId, phoneNumber } = await newCall(world);
    await putSessionData(world, callId, { data: { old: 1, both: 1 }, ttlSeconds: 5000 });
    const written = await putSessionData(world, callId, { data: { both: 2 }, ttlSeconds: 50 });
    const answer = await lookUpPhone(world, phoneNumber);
    expectEqual(answer, expectLookup(answer).data, { both: 2 }, 'data');
    expectTtl(written, answer, 50);
  }),
  decision(
    decided,
    'latestCall is the latest call, data the latest written, whichever call it was',
    async (world) => {
      const first = await newCall(world);
      await newCall(world, first.phoneNumber);
      const latest = await newCall(world, first.phoneNumber);
      await putSessionData(world, first.callId, { data: { from: 'first' } });
      const answer = await lookUpPhone(world, first.phoneNumber);
      const body = expectLookup(answer);
      expectEqual(answer, body.data, { from: 'first' }, 'data');
      expectEqual(
        answer,
        isJsonObject(body.latestCall) && body.latestCall.callId,
        latest.callId,
        'latestCall',
      );
    },
  ),
  decision(
    decided,
    'when the latest data expires, older data that still lives is found again',
    async (world) => {
      const first = await newCall(world);
      const second = await newCall(world, first.phoneNumber);
      await putSessionData(world, first.callId, { data: { from: 'first' }, ttlSeconds: 600 });
      await putSessionData(world, second.callId, { data: { from: 'second' }, ttlSeconds: 1 });
      const read = () => lookUpPhone(world, first.phoneNumber);
      const fits = (body: Record<string, unknown>) => isJsonObject(body.data) && body.data.from === 'first';
      await awaitLookup(read, fits, 3000, 'the older data does not come back within 3 s');
    },
  ),
];

const writeChecks: Check[] = [
  ...[0, -1, 86_401, 1.5, '60', true].map((ttlSeconds) =>
    decision(decided, `ttlSeconds ${JSON.stringify(ttlSeconds)} is 400 naming it`, async (world) => {
      const { callId } = await world.fixtures.queueCall();
      expectFieldError(await writeSessionData(world, callId, { data, ttlSeconds }), 'ttlSeconds');
    }),
  ),
  ...[undefined, null, 'text', 5, ['a']].map((value) =>
    decision(decided, `data ${JSON.stringify(value) ?? 'missing'} is 400 naming it`, async (world) => {
      const { callId } = await world.fixtures.queueCall();
      expectFieldError(await writeSessionData(world, callId, { data: value }), 'data');
    }),
  ),
  decision(
    'Everywhere: Unknown body fields',
    'a management operation rejects unknown fields',
    async (world) => {
      const { callId } = await world.fixtures.queueCall();
      expectStatus(await writeSessionData(world, callId, { data, colour: 'red' }), 400);
    },
  ),
  decision('Everywhere: Statuses', 'session data of an unknown call is 404', async (world) => {
    expectStatus(await writeSessionData(world, unknownId('call'), { data }), 404);
  }),
];

export const callByPhoneChecks: Check[] = [...formatChecks, ...dataChecks, ...writeChecks];
