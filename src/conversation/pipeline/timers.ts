import { fairTimeout } from '../../platform/kernel/index.ts';

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
 * Those that give something up or say that it takes long: what came in time calls them off where the process was late to
 * hear of it, too. The others lie between a caller and the answer, which is not to come later for it.
 */
const fairTimers: ReadonlySet<string> = new Set([
  'greeting',
  'voice',
  'silence',
  'final',
  'filler',
] satisfies ConversationTimer[]);

/** The timers of one conversation by their names, so that none outlives it. Setting one again replaces it. */
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
    const after = fairTimers.has(name) ? fairTimeout : timeout;
    this.#timers.set(name, after(Math.max(ms, 0), run));
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

function timeout(ms: number, action: () => void): () => void {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
}
