import type { Queryable } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/index.ts';
import type { EventPosition } from '../position.ts';
import { currentPosition, readEvents, type StoredEvent } from '../store.ts';

/** A receiver of an organization's events. */
export interface FeedReader {
  /** Receives events in order, each once. */
  deliver(events: StoredEvent[]): void;
}

const eventsOfRead = 200;

/** Reads the events of one organization as they arrive, once for all followers in this process. */
export class OrganizationFeed {
  readonly readers = new Set<FeedReader>();
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
      if (batch.events.length > 0) for (const reader of this.readers) reader.deliver(batch.events);
    }
  }
}
