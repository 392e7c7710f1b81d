import type { Queryable } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/index.ts';
import type { EventPosition } from '../position.ts';
import { currentPosition, readEvents, type StoredEvent } from '../read.ts';

/** Who is told of an organization's events. */
export interface FeedReader {
  /** In order; each once. */
  tell(events: StoredEvent[]): void;
}

const eventsOfRead = 200;

/** The events of one organization as they come, read once for all who follow them in this process. */
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

  /** Behind all that the readers were told; null before it has begun. */
  get position(): EventPosition | null {
    return this.#position;
  }

  /** Resolves when everything is told that is stored from then on. */
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

  /** There may be news: reads on, one look after the other. What a failed one did not read, the next does. */
  look(): void {
    if (!this.#position) return;
    this.#isAskedAgain = true;
    this.#reading ??= this.#read()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the events could not be read'))
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
      if (batch.events.length > 0) for (const reader of this.readers) reader.tell(batch.events);
    }
  }
}
