import type { ReadScope } from '../audit/index.ts';
import { invalid } from '../kernel/index.ts';
import { type EventType, eventTypes } from './event-types.ts';
import { cursorOf, oldest, positionOf } from './position.ts';
import { currentPosition, readEvents } from './read.ts';
import type { EventFeed, EventQuery } from './schemas.ts';

const limitDefault = 100;

/** The organization's events behind a place, in order; those of the audit log only for who may export it. */
export async function readFeed({ db, actor }: ReadScope, query: EventQuery): Promise<EventFeed> {
  const { organizationId, scopes } = actor;
  const mayRead = (type: EventType) => type !== 'audit.entry' || scopes.has('audit:export');
  const types = typesOf(query.types).filter(mayRead);
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

function typesOf(text: string | undefined): EventType[] {
  if (text === undefined) return [...eventTypes];
  const known: readonly string[] = eventTypes;
  return text.split(',').map((name) => {
    if (!known.includes(name)) throw invalid('types', 'must be types of events, separated by commas');
    return name as EventType;
  });
}
