import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { explainCall } from './why.ts';

const cap = statement(
  'test.number_hold.cap',
  `update phone_numbers set max_calls_per_day = $3, local_presence = $4, day_offset_minutes = -300
   where organization_id = $1 and phone_number_id = $2`,
);
const use = statement(
  'test.number_hold.use',
  `insert into number_days (organization_id, phone_number_id, day, calls)
   select $1, $2, number_day(-300, dialer_now()), 3`,
);
const wantLocal = statement(
  'test.number_hold.local',
  'update calls set local_presence = true where organization_id = $1',
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

it('shows in `why` that a call waits for the next day of its number, or of all local presence numbers', async () => {
  const organizationId = await world.organization();
  const callId = await world.call(organizationId);
  const lastDecision = async () => {
    const { decisions } = await explainCall(
      { db: world.db, actor: systemActor(organizationId, 'req_a') } as never,
      callId,
    );
    return decisions.at(-1)!;
  };
  await world.db.query(cap, [organizationId, 'number_a', 4, false]);
  await world.db.query(use, [organizationId, 'number_a']);
  expect(await lastDecision()).toMatchObject({ decision: 'queued' });
  await world.db.query(cap, [organizationId, 'number_a', 3, false]);
  const hold = await lastDecision();
  expect(hold).toMatchObject({
    decision: 'held',
    reason: 'number-limit',
    message: expect.stringContaining('has reached its calls of the day'),
  });
  expect(new Date(hold.until!).toISOString()).toMatch(/T05:00:00.000Z$/);

  // With local presence another number may be near the customer.
  await world.db.query(cap, [organizationId, 'number_b', null, true]);
  await world.db.query(wantLocal, [organizationId]);
  expect(await lastDecision()).toMatchObject({ decision: 'queued' });
  await world.db.query(cap, [organizationId, 'number_b', 3, true]);
  await world.db.query(use, [organizationId, 'number_b']);
  expect(await lastDecision()).toMatchObject({ reason: 'number-limit' });
});
