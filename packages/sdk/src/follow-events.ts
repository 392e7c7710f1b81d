import type { RequestOptions } from './options.ts';
import type { EventsResource } from './resources.gen.ts';
import type { EventType, ParleyEvent } from './types.ts';

/** Selects the events to follow. */
export interface FollowEventsOptions extends RequestOptions {
  /** Only these types. A prefix that ends with a dot, such as `call.`, stands for all types that begin with it. */
  types?: readonly (EventType | `${string}.`)[];
  /** Begins after this position, the `position` of an event. When left out, begins with events from now on. */
  after?: string;
}

/** One event and its position in the stream. */
export interface FollowedEvent {
  /** The position behind this event, for `after`. Store it when events must not be missed between two runs. */
  position: string;
  event: ParleyEvent;
}

/** See `Parley.followEvents`. */
export async function* followEvents(
  events: EventsResource,
  { types, after, ...options }: FollowEventsOptions,
): AsyncGenerator<FollowedEvent, void, undefined> {
  // A stream that breaks before its first event must continue from its start.
  const begin = after ?? (await events.read({ after: 'latest', limit: 1 }, options)).metadata.next;
  const query = { after: begin, ...(types ? { types: types.join(',') } : {}) };
  for await (const { id, data } of events.stream(query, options)) {
    yield { position: id ?? begin, event: data as ParleyEvent };
  }
}
