import { ApiError } from '../../platform/kernel/index.ts';

/** What happens in a chat at this moment, told within this process; `position` is that of the message being answered. */
export type ChatActivity =
  /** More of an answer that is being written. */
  | { type: 'delta'; position: number; text: string }
  /** What came of the answer so far is void: it is begun anew. */
  | { type: 'restart'; position: number }
  /** A tool begins to run. */
  | { type: 'tool'; position: number; toolCallId: string; toolName: string }
  /** Something was stored: whoever shows the chat is to look. */
  | { type: 'changed' };

/** Who follows chats in one process at most: each holds a connection open. */
const followersMax = 5000;

type Listener = (activity: ChatActivity) => void;

/**
 * Tells within a process what happens in its chats, to whoever follows them. It is a hint and a courtesy: what counts
 * is what is stored, so who follows a chat that another process answers sees its messages and no deltas.
 */
export class ChatFeed {
  readonly #listeners = new Map<string, Set<Listener>>();
  #onDue: () => void = () => undefined;
  /** How long one may follow at a time, in milliseconds. */
  readonly followMsMax: number;
  #count = 0;
  #isClosed = false;

  constructor({ followMsMax = 900_000 }: { followMsMax?: number } = {}) {
    this.followMsMax = followMsMax;
  }

  /** How many follow. */
  get count(): number {
    return this.#count;
  }

  /** Nobody is told anything any more: who follows is to stop. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Follows a chat, until the function that is returned is called. Throws an ApiError where too many do already. */
  follow(chatId: string, listener: Listener): () => void {
    if (this.#count >= followersMax) {
      const headers = { 'retry-after': '5' };
      throw new ApiError(503, 'chats.busy', 'Too many chats are followed here; try again.', { headers });
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
    this.tellAll();
  }

  tell(chatId: string, activity: ChatActivity): void {
    for (const listener of this.#listeners.get(chatId) ?? []) listener(activity);
  }

  /** Another process stored something, in whichever chat. */
  tellAll(): void {
    for (const chatId of this.#listeners.keys()) this.tell(chatId, { type: 'changed' });
  }

  /** A customer's message was stored that is to be answered. */
  due(): void {
    this.#onDue();
  }

  /** Who answers is told of what is due. */
  whenDue(look: () => void): void {
    this.#onDue = look;
  }
}
