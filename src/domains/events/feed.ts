import type { ReadScope } from '../../platform/audit/index.ts';
import { cursorOf, oldest, positionOf } from './position.ts';
import type { EventFeed, EventQuery } from './schemas.ts';
import { currentPosition, readEvents } from './store.ts';
import { readTypes } from './types-asked.ts';

const limitDefault = 100;

/**
 * Returns the organization's events after a position, in order. Audit entries are only for keys that may export the
 * audit log.
 */
export async function readFeed({ db, actor }: ReadScope, query: EventQuery): Promise<EventFeed> {
  const { organizationId, scopes } = actor;
  const types = readTypes(query.types, scopes);
  if (query.after === 'latest') {
    return { events: [], metadata: { next: cursorOf(await currentPosition(db)), hasMore: false } };
  }
  const from = query.after === undefined ? oldest : positionOf(query.after, 'after');
  const limit = query.limit ?? limitDefault;
  const { events, position, isFull } = await readEvents(db, organizationId, from, { types, limit });
  return {
    events: events.map(({ eventId, type, timestamp, data }) => ({ eventId, type, timestamp, data })),
    metadata: { next: cursorOf(position), hasMore: isFull },
  };
}
