import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { monotonicMs } from '../../platform/kernel/index.ts';
import { inCpsSlot } from './dial-permit.ts';

const limit = statement(
  'test.in_cps_slot.limit',
  'update trunks set max_calls_per_second = $2 where organization_id = $1',
);
const booked = statement(
  'test.in_cps_slot.booked',
  `update trunk_rates set leaves_at = now() + interval '1 hour' where organization_id = $1`,
);
const never = new AbortController().signal;
const trunkId = 'trunk_a';

let world: QueueWorld;
let organizationId: string;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  organizationId = await world.organization();
});
const set = (perSecond: number) => world.db.query(limit, [organizationId, perSecond]);

it('keeps the limit of INVITEs per second over all processes', async () => {
  await set(20);
  const processes = [world.another(10), world.another(10), world.another(10)];
  const left: number[] = [];
  await Promise.all(
    Array.from({ length: 45 }, async (_, call) => {
      const db = processes[call % 3]!;
      await inCpsSlot({ db, organizationId, trunkId }, never, async () => undefined);
      left.push(monotonicMs());
    }),
  );
  for (const db of processes) await db.close();
  left.sort((a, b) => a - b);
  const spans = left.slice(20).map((atMs, place) => atMs - left[place]!);
  expect(spans).toHaveLength(25);
  // The clocks of the database and of this process may drift a little in two seconds.
  expect(Math.min(...spans)).toBeGreaterThan(998);
});

it('repeats the work in another slot after a missed one', async () => {
  await set(1000);
  let asked = 0;
  const lastAsked = await inCpsSlot({ db: world.db, organizationId, trunkId }, never, async () => {
    const untilMs = monotonicMs() + 60;
    if (asked++ === 0) while (monotonicMs() < untilMs);
    return asked;
  });
  expect(lastAsked).toBeGreaterThan(1);
  expect(asked).toBe(lastAsked);
});

it('stops waiting when the call is aborted', async () => {
  await set(1);
  const over = { db: world.db, organizationId, trunkId };
  await inCpsSlot(over, never, async () => undefined);
  await world.db.query(booked, [organizationId]);
  const stopped = new AbortController();
  const left = inCpsSlot(over, stopped.signal, async () => 'stopped');
  stopped.abort();
  expect(await left).toBe('stopped');
});
