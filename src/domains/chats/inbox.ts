import { delay } from '../../platform/kernel/index.ts';
import type { ChatActivity, ChatFeed } from './feed.ts';

/** Activities kept for a slow client. Beyond this limit, deltas are dropped and only stored changes are reported. */
const waitingMax = 1000;

/** Buffers the activity of a chat until its follower takes it. */
export class Inbox {
  readonly #feed: ChatFeed;
  readonly #unfollow: () => void;
  #waiting: ChatActivity[] = [];
  #arrived = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(feed: ChatFeed, chatId: string) {
    this.#feed = feed;
    this.#unfollow = feed.follow(chatId, (activity) => {
      if (this.#waiting.length < waitingMax) this.#waiting.push(activity);
      this.#arrived.resolve();
    });
  }

  get isClosed(): boolean {
    return this.#isClosed || this.#feed.isClosed;
  }

  /** Returns the activity since the last call, waiting up to `ms` for some. */
  async take(ms: number): Promise<ChatActivity[]> {
    if (this.#waiting.length === 0 && !this.isClosed) {
      const waited = new AbortController();
      await Promise.race([this.#arrived.promise, delay(ms, waited.signal)]);
      waited.abort();
    }
    this.#arrived = Promise.withResolvers();
    return this.#waiting.splice(0);
  }

  close(): void {
    this.#isClosed = true;
    this.#unfollow();
    this.#arrived.resolve();
  }
}
