import type { Database, Transaction } from '../../platform/db/index.ts';
import type { EventType } from './event-types.ts';
import { type Consumer, lockConsumer, moveConsumer, readEvents, type StoredEvent } from './store.ts';

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
  return db.transaction(async (tx) => {
    const from = await lockConsumer(tx, of);
    if (!from) return false;
    const { events, position, isFull } = await readEvents(tx, of.organizationId, from, options);
    if (events.length > 0) await work(tx, events);
    await moveConsumer(tx, of, position);
    return isFull;
  });
}
