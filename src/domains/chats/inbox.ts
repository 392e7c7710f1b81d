import { delay } from '../../platform/kernel/index.ts';
import type { ChatActivity, ChatFeed } from './feed.ts';

/** What waits for a client that is slow; beyond it what is being written is left out, and only what is stored is told. */
const waitingMax = 1000;

/** What happens in a chat, kept for one who follows it until it is taken. */
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

  /** What came since it was asked last; waits for it up to `ms`. */
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
