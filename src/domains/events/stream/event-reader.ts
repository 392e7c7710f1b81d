import { EventStream, eventText } from '../../../platform/http/index.ts';
import type { EventType } from '../event-types.ts';
import { cursorOf, type EventPosition } from '../position.ts';
import type { StoredEvent } from '../read.ts';
import type { FeedReader } from './organization-feed.ts';

/** What comes while the past is read; who is behind by more comes back to read on. */
const waitingMax = 5_000;

/** One stream of events: first of the past, where it is asked for, then as they come. */
export class EventReader implements FeedReader {
  readonly stream: EventStream;
  readonly #types: ReadonlySet<EventType>;
  /** What came while the past was read; null: the past is over. */
  #waiting: StoredEvent[] | null = [];
  /** What was read of the past, by `seq`: the same may come again as news. */
  readonly #told = new Set<number>();

  constructor(options: {
    types: ReadonlySet<EventType>;
    isStillAllowed: () => Promise<boolean>;
    msMax: number;
    /** Up to where news were told. */
    position: () => EventPosition | null;
  }) {
    this.#types = options.types;
    this.stream = new EventStream({
      isStillAllowed: options.isStillAllowed,
      msMax: options.msMax,
      sign: () => this.#sign(options.position()),
    });
  }

  tell(events: StoredEvent[]): void {
    if (this.#waiting === null) this.#send(events);
    else if (this.#waiting.length + events.length > waitingMax) this.stream.end();
    else this.#waiting.push(...events);
  }

  tellPast(events: StoredEvent[]): void {
    for (const { seq } of events) this.#told.add(seq);
    this.#send(events);
  }

  /** From now on news are told as they come. `position`: up to where everything was told. */
  pastIsOver(position: EventPosition | null): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    this.#send(waiting.filter(({ seq }) => !this.#told.has(seq)));
    this.#told.clear();
    if (waiting.length === 0 && position) this.stream.send(placeText(position));
  }

  #send(events: StoredEvent[]): void {
    for (const event of events) if (this.#types.has(event.type)) this.stream.send(textOf(event));
  }

  /** Events that are left out move the place of the reader as well. */
  #sign(position: EventPosition | null): string {
    return this.#waiting === null && position ? placeText(position) : ': still here\n\n';
  }
}

/** Without data nothing is dispatched, but the reader knows where to go on (HTML Standard §9.2.6). */
function placeText(position: EventPosition): string {
  return `id: ${cursorOf(position)}\n\n`;
}

const texts = new WeakMap<StoredEvent, string>();

/** The same for all who are told of an event. */
function textOf(event: StoredEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const { eventId, type, timestamp, data, position } = event;
  const text = eventText({ eventId, type, timestamp, data }, { id: cursorOf(position) });
  texts.set(event, text);
  return text;
}
