import { type Database, type Queryable, statement, type Transaction } from '../../platform/db/index.ts';
import type { EventType } from './event-types.ts';
import type { EventPosition } from './position.ts';
import { readEvents, type StoredEvent } from './read.ts';

/** One of the program's own readers of an organization's events. */
interface Consumer {
  organizationId: string;
  /** A name that is unique in the program, such as `workflow-triggers`. */
  consumer: string;
}

const subscribe = statement(
  'events.subscribe',
  `insert into event_consumers (organization_id, consumer, seen, seq) values ($1, $2, event_snapshot(), 0)
   on conflict do nothing`,
);
const withNews = statement(
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

/** From now on the consumer gets the organization's events; one that does already goes on where it is. */
export async function subscribeConsumer(tx: Queryable, of: Consumer): Promise<void> {
  await tx.query(subscribe, [of.organizationId, of.consumer]);
}

/** The organizations in which something has happened that the consumer has not looked at. */
export async function organizationsWithNews(db: Queryable, consumer: string): Promise<string[]> {
  const rows = await db.query<{ organizationId: string }>(withNews, [consumer]);
  return rows.map(({ organizationId }) => organizationId);
}

/**
 * Hands the next events to `work` and moves the consumer behind them, both in one transaction: what `work` writes in it
 * is written once for every event, whatever is killed and however many processes consume. Answers whether there may be more at once; false
 * also when another process is at it, or nobody subscribed.
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
