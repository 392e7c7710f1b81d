import {
  type Database,
  dropPartitions,
  droppable,
  firstRow,
  partitionsOf,
  type Queryable,
  readStatement,
  statement,
  withPartitions,
} from '../../platform/db/index.ts';
import { eventId } from './event-id.ts';
import type { EventData, EventType } from './event-types.ts';
import type { EventPosition } from './position.ts';

/** A stored event, as the feed, webhooks and consumers get it. */
export interface StoredEvent {
  /** The same in every delivery. */
  eventId: string;
  type: EventType;
  /** When it was stored (RFC 3339, UTC). */
  timestamp: string;
  data: Record<string, unknown>;
  /** Events with the same resource are delivered in order. */
  resourceId: string;
  /** The id of the storing transaction. */
  xid: string;
  seq: number;
  /** The position directly after it. */
  position: EventPosition;
}

interface EventBatch {
  events: StoredEvent[];
  /** The position to continue from. */
  position: EventPosition;
  /** True when the limit was reached before the end. */
  isFull: boolean;
}

interface EventRow {
  seen: string;
  reading: string | null;
  xid: string;
  seq: number;
  type: EventType | null;
  resource_id: string;
  at: string;
  data: Record<string, unknown>;
  timeline: number;
}

const after = readStatement(
  'events.after',
  `select e.*, p.timeline from valid_position($2, $3, $4, $7) p,
     events_after($1, p.seen, p.reading, p.seq, $5, $6) e`,
);
const now = readStatement('events.now', 'select event_snapshot() as seen, timeline from current_timeline()');

/** Returns up to `limit` of the organization's events after a position, of the given types (null: all). */
export async function readEvents(
  db: Queryable,
  organizationId: string,
  from: EventPosition,
  options: { types: readonly EventType[] | null; limit: number },
): Promise<EventBatch> {
  const values = [
    organizationId,
    from.seen,
    from.reading,
    from.seq,
    options.types,
    options.limit,
    from.timeline ?? null,
  ];
  const rows = await db.query<EventRow>(after, values);
  const { seen, reading, seq, timeline } = rows.at(-1)!;
  const events = rows.slice(0, -1).map((row) => toEvent(organizationId, row));
  return { events, position: { seen, reading, seq, timeline }, isFull: events.length === options.limit };
}

/** Returns the position after everything that has ended by now. */
export async function currentPosition(db: Queryable): Promise<EventPosition> {
  const [row] = await db.query<{ seen: string; timeline: number }>(now);
  return { ...row!, reading: null, seq: 0 };
}

function toEvent(organizationId: string, row: EventRow): StoredEvent {
  return {
    eventId: eventId(organizationId, row.seq, Date.parse(row.at)),
    type: row.type!,
    timestamp: row.at,
    data: row.data,
    resourceId: row.resource_id,
    xid: row.xid,
    seq: row.seq,
    position: { seen: row.seen, reading: row.reading, seq: row.seq, timeline: row.timeline },
  };
}

/** An event to be stored. */
type NewEvent = {
  [Type in EventType]: { organizationId: string; type: Type; resourceId: string; data: EventData<Type> };
}[EventType];

const insert = statement(
  'events.emit',
  `insert into events (organization_id, type, resource_id, data)
   select e ->> 'organizationId', e ->> 'type', e ->> 'resourceId', e -> 'data'
   from json_array_elements($1) with ordinality as listed (e, place) order by place`,
);

/**
 * Stores events in the transaction of the change, in one statement. The transaction must already hold the changed row,
 * so that the events of one resource follow the order of its changes.
 */
export async function emit(tx: Queryable, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await tx.query(insert, [JSON.stringify(events)]);
}

/** A reader of an organization's events within the program. */
export interface Consumer {
  organizationId: string;
  /** A name unique in the program, such as `workflow-triggers`. */
  consumer: string;
}

const subscribe = statement('events.subscribe', 'select subscribe_consumer($1, $2)');
const withNews = readStatement(
  'events.with_news',
  `select c.organization_id as "organizationId" from event_consumers c
   where c.consumer = $1 and (c.reading is not null or has_events(c.organization_id, c.seen))`,
);
const lock = statement(
  'events.lock_consumer',
  `select seen, reading, seq from event_consumers where organization_id = $1 and consumer = $2 for update skip locked`,
);
const move = statement(
  'events.move_consumer',
  'update event_consumers set seen = $3, reading = $4, seq = $5 where organization_id = $1 and consumer = $2',
);

/** Subscribes the consumer to events from now on. An existing subscription keeps its position. */
export async function subscribeConsumer(tx: Queryable, of: Consumer): Promise<void> {
  await tx.query(subscribe, [of.organizationId, of.consumer]);
}

/** Returns the organizations with events that the consumer has not read. */
export async function organizationsWithNews(db: Queryable, consumer: string): Promise<string[]> {
  const rows = await db.query<{ organizationId: string }>(withNews, [consumer]);
  return rows.map(({ organizationId }) => organizationId);
}

/**
 * Locks a consumer and returns its position. Null when another process is consuming or there is no subscription.
 */
export function lockConsumer(
  tx: Queryable,
  { organizationId, consumer }: Consumer,
): Promise<EventPosition | null> {
  return firstRow(tx, lock, [organizationId, consumer]);
}

export async function moveConsumer(
  tx: Queryable,
  { organizationId, consumer }: Consumer,
  { seen, reading, seq }: EventPosition,
): Promise<void> {
  await tx.query(move, [organizationId, consumer, seen, reading, seq]);
}

const nextXid = readStatement(
  'events.next_transaction',
  'select pg_snapshot_xmax(pg_current_snapshot())::text as xid',
);

/** Returns the id of a transaction that begins now. */
export async function nextTransaction(db: Queryable): Promise<number> {
  const [row] = await db.query<{ xid: string }>(nextXid);
  return Number(row!.xid);
}

/** A look at the events: the newest `seq`, and which transactions have ended. */
export interface PulseLook {
  seq: number;
  snapshot: string;
}

const look = readStatement(
  'events.pulse',
  'select last_value as seq, pg_current_snapshot() as snapshot from events_seq_seq',
);

export async function lookAtEvents(db: Queryable): Promise<PulseLook> {
  const [row] = await db.query<PulseLook>(look);
  return row!;
}

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

const hourMs = 3_600_000;
// One index probe for each organization. The newest transaction has about the newest time.
const owners = readStatement(
  'events.partition_owners',
  `select o.events_days as days, extract(epoch from e.at)::float8 * 1000 as "newestMs"
   from organizations o cross join lateral (
     select at from events where organization_id = o.organization_id and xid >= $1::text::xid8 and xid < $2::text::xid8
     order by xid desc, seq desc limit 1) e`,
);
const oldestTransaction = readStatement(
  'events.oldest_transaction',
  'select pg_snapshot_xmin(pg_current_snapshot())::text as xid',
);

/** Drops the oldest partitions, as long as all their transactions have ended and no organization keeps an event of them. */
async function forgetPartitions(db: Database, nowMs: number): Promise<void> {
  for (const { name, from, to } of droppable(await partitionsOf(db, 'events'))) {
    const [running] = await db.query<{ xid: string }>(oldestTransaction);
    if (BigInt(to) > BigInt(running!.xid)) return;
    const found = await db.query<{ days: number | null; newestMs: number }>(owners, [from ?? '0', to]);
    // Transactions that began before others may have ended an hour after them.
    const isKept = ({ days, newestMs }: (typeof found)[number]) =>
      days === null || newestMs + hourMs >= nowMs - days * 24 * hourMs;
    if (found.some(isKept)) return;
    await withPartitions(db, (tx) => dropPartitions(tx, [name]));
  }
}

/** Keeps the windows of slow readers small. Call it about every second. */
export async function cutEvents(db: Database, events = perCut): Promise<number> {
  const [row] = await db.query<{ done: boolean }>(cut, [events]);
  return row?.done ? 1 : 0;
}

/**
 * Removes events past their organization's retention: first whole partitions, then rows, a bounded number per statement.
 * Returns how many rows.
 */
export async function forgetEvents(db: Database, nowMs: number): Promise<number> {
  const now = new Date(nowMs).toISOString();
  let count = 0;
  await forgetPartitions(db, nowMs);
  for (const { organizationId } of await db.query<{ organizationId: string }>(organizations)) {
    for (let removed = batchMax; removed === batchMax; count += removed) {
      removed = (await db.query(oldEvents, [organizationId, now])).length;
    }
  }
  await db.query(oldCuts, [now]);
  return count;
}

/**
 * Empties events about the person of the data deletion $2, or that match its pattern $3. Looks at the next 2,000 events
 * behind the place $4, $5. Returns the last place, `null` at the end, and how many it emptied.
 */
export const emptyEventsOfPerson = statement(
  'events.erase',
  `with page as materialized (
     select xid, seq, data is not null and data::text <> '{"erased": true}' and (resource_id in (
         select subject_id from data_deletion_subjects where organization_id = $1 and data_deletion_id = $2)
       or mentions_person($1, $2, $3, data::text)) as is_own
     from events where organization_id = $1 and (xid, seq) > ($4::text::xid8, $5::bigint)
     order by xid, seq limit 2000
   ), done as (
     update events e set data = '{"erased": true}' from page
     where page.is_own and e.organization_id = $1 and e.xid = page.xid and e.seq = page.seq returning 1)
   select (select xid::text || ' ' || seq from page order by xid desc, seq desc limit 1) as last,
     (select count(*)::int from done) as count`,
);
