import type { ReadScope } from '../../../platform/audit/index.ts';
import type { RequestContext, StreamedBody } from '../../../platform/http/index.ts';
import { type EventPosition, positionOf } from '../position.ts';
import type { EventStreamQuery } from '../schemas.ts';
import { readEvents } from '../store.ts';
import { streamedTypes } from '../types-asked.ts';
import type { EventHub } from './event-hub.ts';
import { EventReader } from './event-reader.ts';

const eventsOfRead = 200;

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
  readPast(scope, reader, from).then(
    (position) => reader.pastIsOver(position ?? follow.feed.position),
    (error: unknown) => {
      log.warn({ err: error }, 'could not read the backlog of an event stream');
      stream.end();
    },
  );
  return stream.body();
}

/** Sends events stored after a position until now, no faster than the client reads. Returns the position after them. */
async function readPast(
  { db, actor }: StreamScope,
  reader: EventReader,
  from: EventPosition | null,
): Promise<EventPosition | null> {
  let position = from;
  for (let isFull = true; position && isFull && !reader.stream.isOver; ) {
    const options = { types: null, limit: eventsOfRead };
    const batch = await readEvents(db, actor.organizationId, position, options);
    reader.deliverPast(batch.events);
    ({ position, isFull } = batch);
    await reader.stream.whenRead();
  }
  return position;
}

function placeOf(lastEventId: string | undefined, after: string | undefined): EventPosition | null {
  if (lastEventId) return positionOf(lastEventId, 'Last-Event-ID');
  return after === undefined || after === 'latest' ? null : positionOf(after, 'after');
}
