import type { Queryable } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/index.ts';
import { type EventPosition, hasSeen } from '../position.ts';
import { currentPosition, readEvents, type StoredEvent } from '../store.ts';

/** A receiver of an organization's events. */
export interface FeedReader {
  /** Receives events in order, each once, from the position at which it joined. */
  deliver(events: StoredEvent[]): void;
}

/** A reader that waits until the feed has seen everything that the reader has read. */
interface Joining {
  from: EventPosition | null;
  resolve: (position: EventPosition) => void;
}

const eventsOfRead = 200;

/** Reads the events of one organization as they arrive, once for all followers in this process. */
export class OrganizationFeed {
  /** The followers of the organization, also while they read their backlog. */
  readonly readers = new Set<FeedReader>();
  readonly #joined = new Set<FeedReader>();
  readonly #joining = new Map<FeedReader, Joining>();
  readonly #db: Queryable;
  readonly #log: Log;
  readonly #organizationId: string;
  #begun: Promise<void> | null = null;
  #position: EventPosition | null = null;
  #reading: Promise<void> | null = null;
  #isAskedAgain = false;

  constructor(db: Queryable, log: Log, organizationId: string) {
    this.#db = db;
    this.#log = log;
    this.#organizationId = organizationId;
  }

  /** The position after everything the readers received, or null before the first read. */
  get position(): EventPosition | null {
    return this.#position;
  }

  /** Starts the feed. Resolves when every event stored from then on will be delivered. */
  begin(): Promise<void> {
    this.#begun ??= currentPosition(this.#db).then(
      (position) => {
        this.#position = position;
      },
      (error: unknown) => {
        this.#begun = null;
        throw error;
      },
    );
    return this.#begun;
  }

  /**
   * Lets a reader that has read everything up to `from` receive news. Resolves with the position behind which the news
   * begins. It is a snapshot that has seen all that `from` has; what lies between the two is left to the reader, which
   * would otherwise receive it twice. `from` null: the reader has read nothing and joins at once.
   */
  join(reader: FeedReader, from: EventPosition | null): Promise<EventPosition> {
    return new Promise((resolve) => {
      this.#joining.set(reader, { from, resolve });
      this.#admit();
      if (this.#joining.has(reader)) this.look();
    });
  }

  leave(reader: FeedReader): void {
    for (const those of [this.readers, this.#joined, this.#joining]) those.delete(reader);
  }

  /** Reads new events, one look at a time. The next look reads what a failed one could not. */
  look(): void {
    if (!this.#position) return;
    this.#isAskedAgain = true;
    this.#reading ??= this.#read()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'could not read the events'))
      .finally(() => {
        this.#reading = null;
      });
  }

  async #read(): Promise<void> {
    let isFull = false;
    while (this.#position && (this.#isAskedAgain || isFull) && this.readers.size > 0) {
      this.#isAskedAgain = false;
      const options = { types: null, limit: eventsOfRead };
      const batch = await readEvents(this.#db, this.#organizationId, this.#position, options);
      this.#position = batch.position;
      isFull = batch.isFull;
      if (batch.events.length > 0) for (const reader of this.#joined) reader.deliver(batch.events);
      this.#admit();
    }
  }

  #admit(): void {
    const position = this.#position;
    if (!position) return;
    for (const [reader, { from, resolve }] of this.#joining) {
      if (from !== null && (position.reading !== null || !hasSeen(position.seen, from.seen))) continue;
      this.#joining.delete(reader);
      this.#joined.add(reader);
      resolve(position);
    }
  }
}
