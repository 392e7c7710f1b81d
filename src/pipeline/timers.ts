import { fairTimeout } from '../kernel/index.ts';

/** What is timed in a conversation. */
export type ConversationTimer =
  | 'greeting'
  | 'voice'
  | 'judge'
  | 'filler'
  | 'duration'
  | 'warning'
  | 'silence'
  | 'turn'
  | 'final'
  | 'keys';

/** Those that mean nothing any more while the last words are said. */
export const timersOfOpen = [
  'greeting',
  'voice',
  'judge',
  'filler',
  'duration',
  'warning',
  'silence',
] as const satisfies ConversationTimer[];

/**
 * The timers of one conversation by their names, so that none outlives it. Setting one again replaces it. What came in time
 * and calls one off does so where the process was late to hear of it, too.
 */
export class Timers<Name extends string> {
  /** What calls them off. */
  readonly #timers = new Map<Name, () => void>();
  #isClosed = false;

  set(name: Name, ms: number, action: () => void): void {
    this.clear(name);
    if (this.#isClosed) return;
    const run = () => {
      this.#timers.delete(name);
      action();
    };
    this.#timers.set(name, fairTimeout(Math.max(ms, 0), run));
  }

  has(name: Name): boolean {
    return this.#timers.has(name);
  }

  clear(name: Name): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }

  /** Stops all; none is started any more. */
  close(): void {
    this.#isClosed = true;
    for (const callOff of this.#timers.values()) callOff();
    this.#timers.clear();
  }
}
