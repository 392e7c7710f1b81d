import type { Database } from '../../platform/db/index.ts';
import { EventStream, eventText, type RequestContext, type StreamedBody } from '../../platform/http/index.ts';
import { ApiError, delay, type Log } from '../../platform/kernel/index.ts';
import { getPresence } from './read.ts';
import { findPresence, shortenLease } from './store/presence.ts';

/** The most streams of one process. */
const followersMax = 500;
const lookEveryMs = 500;
const beatEveryMs = 3000;

interface Follower {
  organizationId: string;
  memberId: string;
  stream: EventStream;
  /** The last presence that the stream got. */
  shown: string;
}

/** Streams their own presence to members, and asks their browsers for heartbeats. */
export class PresenceFeed {
  readonly #db: Database;
  readonly #log: Log;
  readonly #followers = new Set<Follower>();
  #abort: AbortController | null = null;
  #isClosed = false;
  #isLooking = false;
  /** Something has changed since the look began. */
  #looksAgain = false;
  readonly #followMsMax: number;

  constructor(db: Database, log: Log, { followMsMax = 3_600_000 }: { followMsMax?: number } = {}) {
    this.#followMsMax = followMsMax;
    this.#db = db;
    this.#log = log;
  }

  /** Streams the actor's presence. Throws a 404 for an actor who is no member, and a 503 when there are too many streams. */
  async follow({
    actor,
    isStillAllowed,
  }: Pick<RequestContext, 'actor' | 'isStillAllowed'>): Promise<StreamedBody> {
    const first = await getPresence({ db: this.#db, actor });
    if (this.#isClosed || this.#followers.size >= followersMax) {
      const headers = { 'retry-after': '5' };
      throw new ApiError(503, 'teams.busy', 'This process streams to too many members. Try again later.', {
        headers,
      });
    }
    const { organizationId, memberId } = actor;
    const stream = new EventStream({ isStillAllowed, msMax: this.#followMsMax });
    const follower = { organizationId, memberId, stream, shown: JSON.stringify(first) };
    this.#followers.add(follower);
    stream.send(eventText(first, { type: 'presence' }));
    stream.send(eventText({}, { type: 'beat' }));
    stream.onClose(() => this.#leave(follower));
    if (this.#abort === null) {
      this.#abort = new AbortController();
      void this.#run(this.#abort.signal);
      void this.#beat(this.#abort.signal);
    }
    return stream.body();
  }

  /** Reads all presences now, because something has changed. */
  wake(): void {
    if (this.#followers.size > 0) void this.#look();
  }

  /** Ends all streams, so that the server can stop. */
  close(): void {
    this.#isClosed = true;
    for (const { stream } of this.#followers) stream.end();
    this.#abort?.abort();
  }

  #leave(follower: Follower): void {
    this.#followers.delete(follower);
    const { organizationId, memberId } = follower;
    if (this.#followers.size === 0) {
      this.#abort?.abort();
      this.#abort = null;
    }
    // The browser connects again when a process stops, so its member stays available until the lease ends.
    if (this.#isClosed || this.#hasOther(follower)) return;
    shortenLease(this.#db, organizationId, memberId).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'the lease of a member who left could not be shortened'),
    );
  }

  #hasOther({ organizationId, memberId }: Follower): boolean {
    return [...this.#followers].some(
      (one) => one.organizationId === organizationId && one.memberId === memberId,
    );
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (;;) {
      await delay(lookEveryMs, signal);
      if (signal.aborted) return;
      await this.#look();
    }
  }

  /** Asks for heartbeats. Members would be away if a slow database delayed these. */
  async #beat(signal: AbortSignal): Promise<void> {
    for (;;) {
      await delay(beatEveryMs, signal);
      if (signal.aborted) return;
      for (const { stream } of this.#followers) stream.send(eventText({}, { type: 'beat' }));
    }
  }

  /** Reads all presences, one look at a time, so that none shows an older state than the look before. */
  async #look(): Promise<void> {
    this.#looksAgain = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#looksAgain) {
      this.#looksAgain = false;
      await this.#lookOnce();
    }
    this.#isLooking = false;
  }

  async #lookOnce(): Promise<void> {
    try {
      for (const follower of [...this.#followers]) {
        const { organizationId, memberId, stream } = follower;
        const presence = await findPresence(this.#db, organizationId, memberId);
        if (!presence) stream.end();
        const text = JSON.stringify(presence && { ...presence, leaseUntil: null });
        if (text !== follower.shown && presence) stream.send(eventText(presence, { type: 'presence' }));
        follower.shown = text;
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'the presences of members could not be read');
    }
  }
}
