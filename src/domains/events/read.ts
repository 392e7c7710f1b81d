import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { eventId } from './event-id.ts';
import type { EventType } from './event-types.ts';
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
}

const after = readStatement('events.after', 'select * from events_after($1, $2, $3, $4, $5, $6)');
const now = readStatement('events.now', 'select event_snapshot() as seen');

/** Returns up to `limit` of the organization's events after a position, of the given types (null: all). */
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

/** Returns the position after everything that has ended by now. */
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
