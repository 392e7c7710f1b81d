import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { wakeMore } from '../call-queue/index.ts';
import { wakeHeldCalls } from './wake-held-calls.ts';

const hold = statement(
  'test.waking.hold',
  `insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id, hold_reason)
   select $1, 'call_' || lpad(g::text, 6, '0'), '', 5, now() + interval '30 days', 'number_a', $4
   from generate_series($2::integer, $3::integer) as g`,
);
const holdAgain = statement(
  'test.waking.again',
  `update queued_calls set due_at = now() + interval '1 day' where organization_id = $1 and due_at <= now()`,
);
const due = statement(
  'test.waking.due',
  'select count(*)::integer as calls from queued_calls where organization_id = $1 and due_at <= now()',
);

let world: QueueWorld;
let organizationId: string;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  organizationId = await world.organization();
});

const dueCalls = async (id = organizationId) =>
  (await world.db.query<{ calls: number }>(due, [id]))[0]!.calls;
async function wakeAll(): Promise<number> {
  let slices = 0;
  while ((await wakeMore(world.db)) > 0) slices++;
  return slices;
}
const webhookChanged = (id = organizationId) =>
  world.db.transaction((tx) => wakeHeldCalls(tx, id, { eligibilityWebhook: null }));

it('makes all calls due that a changed setting held, in batches, and no others', async () => {
  await world.db.query(hold, [organizationId, 1, 5000, 'not-eligible']);
  await world.db.query(hold, [organizationId, 5001, 30_000, 'schedule-closed']);
  await world.db.query(hold, [organizationId, 30_001, 31_000, 'eligibility-unavailable']);
  await webhookChanged();
  expect(await dueCalls()).toBe(2000);
  const slices = await wakeAll();
  expect(slices).toBeGreaterThanOrEqual(3);
  expect(slices).toBeLessThan(6);
  expect(await dueCalls()).toBe(6000);
});

it('does not meet calls again that are held again, unless a setting changes again', async () => {
  await world.db.query(hold, [organizationId, 1, 3000, 'not-eligible']);
  await webhookChanged();
  await world.db.query(holdAgain, [organizationId]);
  await wakeAll();
  expect(await dueCalls()).toBe(1000);
  await world.db.transaction((tx) => wakeHeldCalls(tx, organizationId, { rulePacks: [] }));
  await webhookChanged();
  await wakeAll();
  expect(await dueCalls()).toBe(3000);
});

it('adds the holds of a setting that changes meanwhile, and organizations take turns', async () => {
  const other = await world.organization();
  for (const id of [organizationId, other]) {
    await world.db.query(hold, [id, 1, 4000, 'not-eligible']);
    await webhookChanged(id);
  }
  await world.db.query(hold, [organizationId, 5001, 5010, 'frequency-cap']);
  await world.db.transaction((tx) => wakeHeldCalls(tx, organizationId, { frequencyCap: null }));
  for (let look = 0; look < 2; look++) await wakeMore(world.db);
  expect(await dueCalls(other)).toBe(4000);
  await wakeAll();
  expect([await dueCalls(), await dueCalls(other)]).toEqual([4010, 4000]);
});

it('lets several processes wake at the same time, each call once', async () => {
  await world.db.query(hold, [organizationId, 1, 9000, 'not-eligible']);
  await webhookChanged();
  const others = [world.another(), world.another(), world.another()];
  await Promise.all(
    others.map(async (db) => {
      // Also does nothing while another process is waking.
      for (let look = 0; look < 10; look++) await wakeMore(db);
      await db.close();
    }),
  );
  await wakeAll();
  expect(await dueCalls()).toBe(9000);
});
