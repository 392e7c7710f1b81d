import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { forgetEvents } from './index.ts';

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

const age = statement(
  'test.events.age',
  "update events set at = at - interval '31 days' where organization_id = $1",
);
const keep = statement(
  'test.events.keep',
  'update organizations set events_days = $2 where organization_id = $1',
);
const left = statement(
  'test.events.left',
  'select organization_id, type from events order by organization_id',
);

it("deletes events past their organization's retention and no others", async () => {
  const organizations = [await world.organization(), await world.organization(), await world.organization()];
  for (const organizationId of organizations) await world.call(organizationId);
  await world.db.query(age, [organizations[0]]);
  await world.db.query(age, [organizations[2]]);
  const nowMs = Date.now();
  expect(await forgetEvents(world.db, nowMs)).toBe(2);
  expect(await world.db.query(left)).toEqual([{ organization_id: organizations[1], type: 'call.queued' }]);

  await world.db.query(keep, [organizations[1], null]);
  expect(await forgetEvents(world.db, nowMs + 3000 * 86_400_000)).toBe(0);
  await world.db.query(keep, [organizations[1], 7]);
  expect(await forgetEvents(world.db, nowMs + 6 * 86_400_000)).toBe(0);
  expect(await forgetEvents(world.db, nowMs + 8 * 86_400_000)).toBe(1);
});
