import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement, toJson } from '../../platform/db/index.ts';
import { mergeUsage } from './add-usage.ts';
import { addUsage, type CallEnd, type CallUsage, endCall, storeCheckpoints, whileLive } from './index.ts';

const setPrices = statement(
  'test.cost.prices',
  'insert into price_lists (organization_id, version, currency, prices) values ($1, $2, $3, $4)',
);
const setTrunk = statement('test.cost.trunk', `update calls set trunk_id = 'trunk_a' where call_id = $1`);
const readCost = statement('test.cost.read', 'select usage, cost from calls where call_id = $1');

const price = (amount: string) => [
  ...[{ kind: 'language-model', provider: 'openai', model: null, unit: 'input-tokens', amount, per: 1 }],
  {
    kind: 'telephony',
    trunkId: null,
    direction: null,
    unit: 'seconds',
    amount,
    per: 1,
    incrementSeconds: 60,
  },
];
const tokens = (inputTokens: number): CallUsage => ({
  ...{ kind: 'language-model', provider: 'openai', model: 'small', inputTokens },
});

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

async function endedCall(organizationId: string, end: Partial<CallEnd>, soFar: CallUsage[] = []) {
  const callId = await world.call(organizationId, { status: 'in-progress', nodeId: 'node_a' });
  const progress = { transcript: [], turns: [] };
  await storeCheckpoints(world.db, 'node_a', [{ organizationId, callId, ...progress, usage: soFar }]);
  await world.db.query(setTrunk, [callId]);
  const isEnded = await endCall(
    world.db,
    { organizationId, callId, from: whileLive, nodeId: 'node_a' },
    { status: 'ended', endedBy: null, endedReason: 'customer-ended-call', message: 'It ended.', ...end },
  );
  expect(isEnded).toBe(true);
  return callId;
}

async function costOf(callId: string) {
  const [row] = await world.db.query<{ usage: CallUsage[] | null; cost: Record<string, unknown> | null }>(
    readCost,
    [callId],
  );
  return row!;
}

it('keeps the cost by the prices at the end of the call when prices change', async () => {
  const organizationId = await world.organization();
  await world.db.query(setPrices, [organizationId, 1, 'EUR', toJson(price('0.5'))]);
  const callId = await endedCall(organizationId, { answeredAgoMs: 10_500, usage: [tokens(3)] });
  const line = { kind: 'telephony', provider: 'trunk_a', direction: 'outbound' };
  const { usage, cost } = await costOf(callId);
  expect(usage).toEqual([tokens(3), { ...line, connectedMs: expect.any(Number) }]);
  expect(cost).toMatchObject({ currency: 'EUR', total: '31.50', priceVersion: 1, usageIsComplete: true });
  await world.db.query(setPrices, [organizationId, 2, 'USD', toJson(price('7'))]);
  const { usage: more, cost: after } = await world.db.transaction(async (tx) => {
    await addUsage(tx, { organizationId, callId }, [tokens(5), { ...tokens(2), model: 'large' }]);
    const [row] = await tx.query<{ usage: CallUsage[]; cost: object }>(readCost, [callId]);
    return row!;
  });
  expect(more.map(({ inputTokens }) => inputTokens)).toEqual([8, undefined, 2]);
  expect(after).toMatchObject({ currency: 'EUR', total: '35.00', priceVersion: 1, unpriced: [] });
  expect((await costOf(await endedCall(organizationId, { usage: [tokens(1)] }))).cost).toMatchObject({
    ...{ currency: 'USD', total: '7.00', priceVersion: 2 },
  });
});

it('costs what holds at its end when prices have days', async () => {
  const organizationId = await world.organization();
  const dayMs = 86_400_000;
  const dated = (amount: string, days: number) =>
    price(amount).map((one) => ({
      ...one,
      validFrom: new Date(Date.now() + days * dayMs).toISOString().slice(0, 10),
    }));
  const prices = [...dated('100', 2), ...price('1'), ...dated('2', -2)];
  await world.db.query(setPrices, [organizationId, 1, 'EUR', toJson(prices)]);
  const now = await endedCall(organizationId, { usage: [tokens(1)] });
  expect((await costOf(now)).cost).toMatchObject({ total: '2.00' });
  const before = await endedCall(organizationId, { endedAgoMs: 4 * dayMs, usage: [tokens(1)] });
  expect((await costOf(before)).cost).toMatchObject({ total: '1.00' });
  // An analysis costs what the call did, whenever it is made.
  await world.db.transaction((tx) => addUsage(tx, { organizationId, callId: before }, [tokens(2)]));
  expect((await costOf(before)).cost).toMatchObject({ total: '3.00' });
});

it('marks the cost as incomplete when the process with the usage died', async () => {
  const organizationId = await world.organization();
  await world.db.query(setPrices, [organizationId, 1, 'EUR', toJson(price('1'))]);
  const callId = await endedCall(organizationId, { answeredAgoMs: 1000, endedReason: 'worker-lost' });
  expect((await costOf(callId)).cost).toMatchObject({ total: '60.00', usageIsComplete: false });
  await world.db.transaction((tx) => addUsage(tx, { organizationId, callId }, [tokens(1)]));
  expect((await costOf(callId)).cost).toMatchObject({ total: '61.00', usageIsComplete: false });
});

it('counts the usage of the last checkpoint once when no process knows better', async () => {
  const organizationId = await world.organization();
  await world.db.query(setPrices, [organizationId, 1, 'EUR', toJson(price('1'))]);
  const own = await endedCall(organizationId, { usage: [tokens(5)] }, [tokens(3)]);
  expect(await costOf(own)).toMatchObject({
    usage: [tokens(5)],
    cost: { total: '5.00', usageIsComplete: true },
  });
  const lost = await endedCall(organizationId, { answeredAgoMs: 1000, endedReason: 'worker-lost' }, [
    tokens(3),
  ]);
  expect(await costOf(lost)).toMatchObject({
    usage: [tokens(3), { kind: 'telephony' }],
    cost: { total: '63.00', usageIsComplete: false },
  });
});

it('has no cost without prices or without usage', async () => {
  const organizationId = await world.organization();
  const callId = await endedCall(organizationId, { answeredAgoMs: 1000, usage: [tokens(1)] });
  expect(await costOf(callId)).toMatchObject({ usage: [tokens(1), { kind: 'telephony' }], cost: null });
  await world.db.query(setPrices, [organizationId, 1, 'EUR', toJson(price('1'))]);
  await world.db.transaction((tx) => addUsage(tx, { organizationId, callId }, [tokens(1)]));
  expect((await costOf(callId)).cost).toBe(null);
  expect(await costOf(await endedCall(organizationId, { usage: [] }))).toEqual({ usage: null, cost: null });
  await world.db.query(setPrices, [organizationId, 2, 'EUR', toJson([])]);
  expect((await costOf(await endedCall(organizationId, { usage: [tokens(1)] }))).cost).toBe(null);
});

it('adds up every billed unit, and keeps connections apart', () => {
  const spoken = { kind: 'speech-to-speech', provider: 'openai', model: 'one' } as const;
  const line = { kind: 'telephony', provider: 'trunk_a', direction: 'inbound', connectedMs: 5 } as const;
  const more = {
    ...spoken,
    inputAudioTokens: 2,
    outputAudioTokens: 3,
    cachedInputTokens: 4,
    cacheWriteInputTokens: 5,
  };
  expect(mergeUsage([{ ...spoken, inputAudioTokens: 1, inputTokens: 7 }, line], [more, line])).toEqual([
    { ...more, inputAudioTokens: 3, inputTokens: 7 },
    line,
    line,
  ]);
});
