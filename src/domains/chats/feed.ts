import { ApiError } from '../../platform/kernel/index.ts';

/** Live activity in a chat, published within this process. `position` is that of the message being answered. */
export type ChatActivity =
  /** More text of the answer. */
  | { type: 'delta'; position: number; text: string }
  /** Discards the answer so far; it starts again. */
  | { type: 'restart'; position: number }
  /** A tool starts. */
  | { type: 'tool'; position: number; toolCallId: string; toolName: string }
  /** Something was stored; followers read the chat again. */
  | { type: 'changed' };

/** Followers per process. Each holds a connection open. */
const followersMax = 5000;

type Listener = (activity: ChatActivity) => void;

/**
 * Publishes live activity of chats to followers within this process. It is only a hint: followers of a chat that
 * another process answers see stored messages without deltas.
 */
export class ChatFeed {
  readonly #listeners = new Map<string, Set<Listener>>();
  #onDue: () => void = () => undefined;
  /** Maximum duration of following, in milliseconds. */
  readonly followMsMax: number;
  #count = 0;
  #isClosed = false;

  constructor({ followMsMax = 900_000 }: { followMsMax?: number } = {}) {
    this.followMsMax = followMsMax;
  }

  get count(): number {
    return this.#count;
  }

  /** True once the feed is closed; followers then stop. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Adds a follower and returns a function that removes it. Throws an ApiError when there are too many followers. */
  follow(chatId: string, listener: Listener): () => void {
    if (this.#count >= followersMax) {
      const headers = { 'retry-after': '5' };
      throw new ApiError(
        503,
        'chats.busy',
        'Too many clients follow chats on this server. Try again later.',
        { headers },
      );
    }
    const listeners = this.#listeners.get(chatId) ?? new Set();
    this.#listeners.set(chatId, listeners.add(listener));
    this.#count++;
    return () => {
      if (!listeners.delete(listener)) return;
      this.#count--;
      if (listeners.size === 0 && this.#listeners.get(chatId) === listeners) this.#listeners.delete(chatId);
    };
  }

  /** Ends all streams, so that the server can stop. */
  close(): void {
    this.#isClosed = true;
    this.publishAll();
  }

  publish(chatId: string, activity: ChatActivity): void {
    for (const listener of this.#listeners.get(chatId) ?? []) listener(activity);
  }

  /** Another process stored something in an unknown chat. */
  publishAll(): void {
    for (const chatId of this.#listeners.keys()) this.publish(chatId, { type: 'changed' });
  }

  /** A customer's message that needs an answer was stored. */
  due(): void {
    this.#onDue();
  }

  /** Registers the listener for due answers. */
  whenDue(look: () => void): void {
    this.#onDue = look;
  }
}
