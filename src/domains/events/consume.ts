import {
  type Database,
  type Queryable,
  readStatement,
  statement,
  type Transaction,
} from '../../platform/db/index.ts';
import type { EventType } from './event-types.ts';
import type { EventPosition } from './position.ts';
import { readEvents, type StoredEvent } from './read.ts';

/** A reader of an organization's events within the program. */
interface Consumer {
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
 * Passes the next events to `work` and advances the consumer in the same transaction, so that the effects of each event
 * happen exactly once, despite crashes and concurrent processes. Returns whether more events may be available. Returns
 * false when another process is consuming or there is no subscription.
 */
export async function consumeEvents(
  db: Database,
  of: Consumer,
  options: { types: readonly EventType[] | null; limit: number },
  work: (tx: Transaction, events: StoredEvent[]) => Promise<void>,
): Promise<boolean> {
  const { organizationId, consumer } = of;
  return db.transaction(async (tx) => {
    const [from] = await tx.query<EventPosition>(lock, [organizationId, consumer]);
    if (!from) return false;
    const { events, position, isFull } = await readEvents(tx, organizationId, from, options);
    if (events.length > 0) await work(tx, events);
    await tx.query(move, [organizationId, consumer, position.seen, position.reading, position.seq]);
    return isFull;
  });
}
