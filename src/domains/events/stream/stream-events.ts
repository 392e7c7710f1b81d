import type { ReadScope } from '../../../platform/audit/index.ts';
import type { RequestContext, StreamedBody } from '../../../platform/http/index.ts';
import { type EventPosition, positionOf } from '../position.ts';
import type { EventStreamQuery } from '../schemas.ts';
import { readEvents } from '../store.ts';
import { streamedTypes } from '../types-asked.ts';
import type { EventHub } from './event-hub.ts';
import { EventReader } from './event-reader.ts';
import type { OrganizationFeed } from './organization-feed.ts';

/** All types, because the position has to pass events of other types too. */
const allTypes = { types: null, limit: 200 };

type StreamScope = ReadScope & { hub: EventHub } & Pick<
    RequestContext,
    'isStillAllowed' | 'lastEventId' | 'log'
  >;

/**
 * Streams the organization's events as server-sent events: after Last-Event-ID, else after `after`, else from now on. A
 * client that reconnects misses nothing.
 */
export async function streamEvents(scope: StreamScope, query: EventStreamQuery): Promise<StreamedBody> {
  const { hub, actor, isStillAllowed, log } = scope;
  const from = placeOf(scope.lastEventId, query.after);
  const types = new Set(streamedTypes(query.types, actor.scopes));
  const follow = hub.follow(actor.organizationId);
  const position = () => follow.feed.position;
  const reader = new EventReader({ types, isStillAllowed, position, msMax: hub.followMsMax });
  const { stream } = reader;
  follow.begin(reader, () => stream.end());
  stream.onClose(() => follow.leave(reader));
  // Started before the backlog is read, so that there is no gap between the two.
  await follow.feed.begin().catch((error: unknown) => {
    follow.leave(reader);
    stream.end();
    throw error;
  });
  deliverAll(scope, reader, follow.feed, from).catch((error: unknown) => {
    log.warn({ err: error }, 'could not read the backlog of an event stream');
    stream.end();
  });
  return stream.body();
}

/**
 * Sends the backlog, lets the reader join the feed, and sends what lies between the two. Each event is sent by exactly
 * one of them, although a feed may be behind a backlog that was just read.
 */
async function deliverAll(
  scope: StreamScope,
  reader: EventReader,
  feed: OrganizationFeed,
  from: EventPosition | null,
): Promise<void> {
  const past = await readPast(scope, reader, from);
  if (reader.stream.isOver) return;
  const joined = await feed.join(reader, past);
  if (past) await readBetween(scope, reader, past, joined);
  reader.pastIsOver(joined);
}

/** Sends events stored after a position until now, no faster than the client reads. Returns the position after them. */
async function readPast(
  { db, actor }: StreamScope,
  reader: EventReader,
  from: EventPosition | null,
): Promise<EventPosition | null> {
  let position = from;
  for (let isFull = true; position && isFull && !reader.stream.isOver; ) {
    const batch = await readEvents(db, actor.organizationId, position, allTypes);
    reader.deliverPast(batch.events);
    ({ position, isFull } = batch);
    await reader.stream.whenRead();
  }
  return position;
}

/** Sends the events of transactions that ended between two snapshots, no faster than the client reads. */
async function readBetween(
  { db, actor }: StreamScope,
  reader: EventReader,
  from: EventPosition,
  to: EventPosition,
): Promise<void> {
  // Snapshots of different timelines cannot be compared: the client reconnects with its last position.
  const isOther = ({ timeline }: EventPosition) => timeline !== to.timeline;
  if (isOther(from)) return reader.stream.end();
  if (from.seen === to.seen) return;
  let position: EventPosition = { ...from, reading: to.seen, seq: 0 };
  while (position.seen === from.seen && !reader.stream.isOver) {
    const batch = await readEvents(db, actor.organizationId, position, allTypes);
    if (isOther(batch.position)) return reader.stream.end();
    // A read goes on behind the window that it was asked for. Those events come from the feed.
    reader.deliverPast(batch.events.filter((event) => event.position.seen === from.seen));
    ({ position } = batch);
    await reader.stream.whenRead();
  }
}

function placeOf(lastEventId: string | undefined, after: string | undefined): EventPosition | null {
  if (lastEventId) return positionOf(lastEventId, 'Last-Event-ID');
  return after === undefined || after === 'latest' ? null : positionOf(after, 'after');
}
