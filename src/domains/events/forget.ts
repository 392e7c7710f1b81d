import { type Database, readStatement, statement } from '../../platform/db/index.ts';

const batchMax = 5000;
const perCut = 1000;

const cut = statement('events.cut', 'select add_event_cut($1) as done');
// One index step per organization.
const organizations = readStatement(
  'events.organizations',
  `with recursive found as (
     (select organization_id from events order by organization_id limit 1)
     union all
     select (select organization_id from events where organization_id > found.organization_id
             order by organization_id limit 1)
     from found where found.organization_id is not null
   )
   select organization_id as "organizationId" from found where organization_id is not null`,
);
const oldEvents = statement(
  'events.forget',
  `delete from events e using (
     select xid, seq, at from events where organization_id = $1 order by xid, seq limit ${batchMax}) o, organizations g
   where e.organization_id = $1 and e.xid = o.xid and e.seq = o.seq and g.organization_id = $1
     and o.at < $2::timestamptz - make_interval(days => g.events_days)
   returning 1`,
);
const oldCuts = statement(
  'events.forget_cuts',
  `delete from event_cuts where at < $1::timestamptz - make_interval(days =>
     (select max(coalesce(events_days, 3650)) from organizations))`,
);

/** Keeps the windows of slow readers small. Call it about every second. */
export async function cutEvents(db: Database, events = perCut): Promise<number> {
  const [row] = await db.query<{ done: boolean }>(cut, [events]);
  return row?.done ? 1 : 0;
}

/** Deletes events past their organization's retention, a bounded number per statement. Returns how many. */
export async function forgetEvents(db: Database, nowMs: number): Promise<number> {
  const now = new Date(nowMs).toISOString();
  let count = 0;
  for (const { organizationId } of await db.query<{ organizationId: string }>(organizations)) {
    for (let removed = batchMax; removed === batchMax; count += removed) {
      removed = (await db.query(oldEvents, [organizationId, now])).length;
    }
  }
  await db.query(oldCuts, [now]);
  return count;
}
