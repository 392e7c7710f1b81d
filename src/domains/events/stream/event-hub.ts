import type { Database } from '../../../platform/db/index.ts';
import { ApiError, type Log } from '../../../platform/kernel/index.ts';
import { EventPulse } from '../pulse.ts';
import { type FeedReader, OrganizationFeed } from './organization-feed.ts';

/** Streams of one process at most, and of one organization in it: each holds a connection open. */
const streamsMax = 2_000;
const streamsOfOrganizationMax = 100;
/** How often it is looked whether there are news. */
const lookEveryMs = 200;

/** How one follows the events of an organization. */
interface Following {
  feed: OrganizationFeed;
  /** Has the reader told from now on; `end` is called when the process stops. */
  begin(reader: FeedReader, end: () => void): void;
  leave(reader: FeedReader): void;
}

/** Tells the events of organizations to whoever follows them in this process: one look at the database serves all. */
export class EventHub {
  /** How long one may follow at a time, in milliseconds. */
  readonly followMsMax: number;
  readonly #db: Database;
  readonly #log: Log;
  readonly #pulse: EventPulse;
  readonly #feeds = new Map<string, OrganizationFeed>();
  readonly #ends = new Map<FeedReader, () => void>();
  #stopListening: (() => void) | null = null;
  #isClosed = false;

  constructor(db: Database, log: Log, { followMsMax = 3_600_000 }: { followMsMax?: number } = {}) {
    this.followMsMax = followMsMax;
    this.#db = db;
    this.#log = log;
    this.#pulse = new EventPulse(db, log, lookEveryMs);
  }

  /** Throws an ApiError where too many follow already. */
  follow(organizationId: string): Following {
    const feed = this.#feeds.get(organizationId) ?? new OrganizationFeed(this.#db, this.#log, organizationId);
    this.#refuseTooMany(feed);
    return {
      feed,
      begin: (reader, end) => {
        this.#feeds.set(organizationId, feed);
        feed.readers.add(reader);
        this.#ends.set(reader, end);
        this.#stopListening ??= this.#pulse.listen(() => this.#look());
      },
      leave: (reader) => {
        this.#ends.delete(reader);
        feed.readers.delete(reader);
        if (feed.readers.size === 0) this.#feeds.delete(organizationId);
        if (this.#feeds.size > 0) return;
        this.#stopListening?.();
        this.#stopListening = null;
      },
    };
  }

  /** Ends all streams, so that the server can stop. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of [...this.#ends.values()]) end();
    await this.#pulse.close();
  }

  #look(): void {
    for (const feed of this.#feeds.values()) feed.look();
  }

  #refuseTooMany({ readers }: OrganizationFeed): void {
    if (this.#isClosed || this.#ends.size >= streamsMax) {
      const headers = { 'retry-after': '5' };
      throw new ApiError(503, 'events.busy', 'Too many streams are open here; try again.', { headers });
    }
    if (readers.size < streamsOfOrganizationMax) return;
    const message = `The organization has ${streamsOfOrganizationMax} streams of events open; close one.`;
    throw new ApiError(429, 'events.too_many', message, { headers: { 'retry-after': '15' } });
  }
}
