import type { Database } from '../../../platform/db/index.ts';
import { ApiError, type Log } from '../../../platform/kernel/index.ts';
import { EventPulse } from '../pulse.ts';
import { type FeedReader, OrganizationFeed } from './organization-feed.ts';

/** Maximum streams per process and per organization in it. Each holds a connection open. */
const streamsMax = 2_000;
const streamsOfOrganizationMax = 100;
/** How often to look for news. */
const lookEveryMs = 200;

/** A subscription to the events of an organization. */
interface Following {
  feed: OrganizationFeed;
  /** Counts the reader. It receives events once it joins the feed. `end` is called when the process stops. */
  begin(reader: FeedReader, end: () => void): void;
  leave(reader: FeedReader): void;
}

/** Delivers organizations' events to followers in this process. One look at the database serves all of them. */
export class EventHub {
  /** Maximum duration of a stream, in milliseconds. */
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

  /** Subscribes a follower. Throws an ApiError when there are too many. */
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
        feed.leave(reader);
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
      throw new ApiError(
        503,
        'events.busy',
        'Too many event streams are open on this server. Try again later.',
        { headers },
      );
    }
    if (readers.size < streamsOfOrganizationMax) return;
    const message = `The organization has the maximum of ${streamsOfOrganizationMax} event streams open. Close one first.`;
    throw new ApiError(429, 'events.too_many', message, { headers: { 'retry-after': '15' } });
  }
}
