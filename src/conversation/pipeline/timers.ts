import { fairTimeout } from '../../platform/kernel/index.ts';

/** The timers of a conversation. */
export type ConversationTimer =
  | 'greeting'
  | 'voice'
  | 'judge'
  | 'filler'
  | 'duration'
  | 'warning'
  | 'disclosure'
  | 'silence'
  | 'hold'
  | 'hold-back'
  | 'reprompt'
  | 'turn'
  | 'final'
  | 'keys';

/** The timers that stop when the last words begin. */
export const timersOfOpen = [
  'greeting',
  'voice',
  'judge',
  'filler',
  'duration',
  'warning',
  'disclosure',
  'silence',
  'hold',
  'hold-back',
  'reprompt',
] as const satisfies ConversationTimer[];

/**
 * The timers that give something up or say a filler. After a stall of the process they run only after pending events,
 * which may cancel them. The other timers delay the agent's answer and run at once.
 */
const fairTimers: ReadonlySet<string> = new Set([
  'greeting',
  'voice',
  'silence',
  'hold',
  'hold-back',
  'reprompt',
  'final',
  'filler',
] satisfies ConversationTimer[]);

/** The timers of one conversation by name; `close` stops all. Setting a timer again replaces it. */
export class Timers<Name extends string> {
  /** The functions that cancel them. */
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

  /** Stops all timers. `set` has no effect afterwards. */
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
