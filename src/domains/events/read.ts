import { type Queryable, statement } from '../../platform/db/index.ts';
import { eventId } from './event-id.ts';
import type { EventType } from './event-types.ts';
import type { EventPosition } from './position.ts';

/** Something that happened, as it is told: in the feed, to webhooks, to our own consumers. */
export interface StoredEvent {
  /** The same whenever and wherever the event is told. */
  eventId: string;
  type: EventType;
  /** When it was stored, RFC 3339 in UTC. */
  timestamp: string;
  data: Record<string, unknown>;
  /** What it is about: events with the same one are told in the order in which they happened. */
  resourceId: string;
  /** Where it is stored. */
  xid: string;
  seq: number;
  /** The place right behind it. */
  position: EventPosition;
}

interface EventBatch {
  events: StoredEvent[];
  /** Where to go on. */
  position: EventPosition;
  /** Whether the limit, not the end of what is there, was reached. */
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
}

const after = statement('events.after', 'select * from events_after($1, $2, $3, $4, $5, $6)');
const now = statement('events.now', 'select event_snapshot() as seen');

/** The organization's events behind a place, `limit` at most, of the given types (null: of all). */
export async function readEvents(
  db: Queryable,
  organizationId: string,
  from: EventPosition,
  options: { types: readonly EventType[] | null; limit: number },
): Promise<EventBatch> {
  const values = [organizationId, from.seen, from.reading, from.seq, options.types, options.limit];
  const rows = await db.query<EventRow>(after, values);
  const { seen, reading, seq } = rows.at(-1)!;
  const events = rows.slice(0, -1).map((row) => toEvent(organizationId, row));
  return { events, position: { seen, reading, seq }, isFull: events.length === options.limit };
}

/** The place from which everything is read that is not over by now. */
export async function currentPosition(db: Queryable): Promise<EventPosition> {
  const [row] = await db.query<{ seen: string }>(now);
  return { seen: row!.seen, reading: null, seq: 0 };
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
    position: { seen: row.seen, reading: row.reading, seq: row.seq },
  };
}
