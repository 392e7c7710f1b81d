import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { partitionsOf, statement } from '../../platform/db/index.ts';
import { currentPosition, forgetEvents, readEvents } from './index.ts';

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
const nextXid = statement('test.events.next_xid', 'select pg_current_xact_id()::text as xid');
const cutFirstAt = (xid: string) =>
  statement(
    'test.events.cut_first',
    `do $$ begin
       alter table events detach partition partitions.events_1;
       drop table partitions.events_2;
       alter table events attach partition partitions.events_1 for values from (minvalue) to ('${xid}');
       create table partitions.events_2 partition of events for values from ('${xid}') to (maxvalue);
     end $$`,
  );
const ageBefore = statement(
  'test.events.age_before',
  "update events set at = at - interval '40 days' where xid < $1::text::xid8",
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

it('drops the oldest partitions when nothing in them is kept, and readers go on', async () => {
  const organizationId = await world.organization();
  const position = await currentPosition(world.db);
  await world.call(organizationId);
  const [{ xid }] = (await world.db.query<{ xid: string }>(nextXid)) as [{ xid: string }];
  await world.db.query(cutFirstAt(xid));
  await world.call(organizationId);
  const read = async () =>
    (await readEvents(world.db, organizationId, position, { types: null, limit: 10 })).events.length;
  expect(await read()).toBe(2);
  expect((await partitionsOf(world.db, 'events')).map(({ isEmpty }) => isEmpty)).toEqual([false, false]);
  // Only the events of the first partition are old.
  await world.db.query(ageBefore, [xid]);
  // A partition stays while an older transaction of any database is running.
  await expect
    .poll(async () => {
      await forgetEvents(world.db, Date.now());
      return (await partitionsOf(world.db, 'events')).map(({ isEmpty }) => isEmpty);
    })
    .toEqual([true, false]);
  expect(await read()).toBe(1);
});
