import { EventStream, eventText } from '../../../platform/http/index.ts';
import type { EventType } from '../event-types.ts';
import { cursorOf, type EventPosition } from '../position.ts';
import type { StoredEvent } from '../store.ts';
import type { FeedReader } from './organization-feed.ts';

/**
 * Events buffered while the backlog is read. A client that is further behind is disconnected and continues on
 * reconnection.
 */
const waitingMax = 5_000;

/** One event stream: first the requested backlog, then events as they arrive. */
export class EventReader implements FeedReader {
  readonly stream: EventStream;
  readonly #types: ReadonlySet<EventType>;
  /** Events that arrived while the backlog was read; null once it is complete. */
  #waiting: StoredEvent[] | null = [];

  constructor(options: {
    types: ReadonlySet<EventType>;
    isStillAllowed: () => Promise<boolean>;
    msMax: number;
    /** The position up to which news was sent. */
    position: () => EventPosition | null;
  }) {
    this.#types = options.types;
    this.stream = new EventStream({
      isStillAllowed: options.isStillAllowed,
      msMax: options.msMax,
      sign: () => this.#sign(options.position()),
    });
  }

  deliver(events: StoredEvent[]): void {
    if (this.#waiting === null) this.#send(events);
    else if (this.#waiting.length + events.length > waitingMax) this.stream.end();
    else this.#waiting.push(...events);
  }

  deliverPast(events: StoredEvent[]): void {
    this.#send(events);
  }

  /** Switches from backlog to news. `position`: the end of the backlog, at which the news begins. */
  pastIsOver(position: EventPosition): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    this.#send(waiting);
    if (waiting.length === 0) this.stream.send(placeText(position));
  }

  #send(events: StoredEvent[]): void {
    for (const event of events) if (this.#types.has(event.type)) this.stream.send(textOf(event));
  }

  /** Filtered events advance the reader's position as well. */
  #sign(position: EventPosition | null): string {
    return this.#waiting === null && position ? placeText(position) : ': still here\n\n';
  }
}

/** Sends an id without data: no event is dispatched, but the client learns where to continue (HTML Standard §9.2.6). */
function placeText(position: EventPosition): string {
  return `id: ${cursorOf(position)}\n\n`;
}

const texts = new WeakMap<StoredEvent, string>();

/** Returns the text of an event, shared by all followers. */
function textOf(event: StoredEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const { eventId, type, timestamp, data, position } = event;
  const text = eventText({ eventId, type, timestamp, data }, { id: cursorOf(position) });
  texts.set(event, text);
  return text;
}
