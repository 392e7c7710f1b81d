import type { ConversationAgent, ConversationEnd } from './conversation.ts';
import { tooLong, tooLongConnected } from './ends.ts';
import type { Timers } from './timers.ts';

/** The longest time that a transferred call may last. */
const connectedMsMax = 4 * 60 * 60 * 1000;

interface DurationLimitOptions {
  agent: Pick<ConversationAgent, 'maxDurationMs' | 'maxDurationWarning'>;
  timers: Pick<Timers<'duration' | 'warning'>, 'set' | 'clear'>;
  nowMs: () => number;
  /** The time that counts already. */
  passedMs: number;
  onWarning: (text: string) => void;
  onEnd: (end: ConversationEnd) => void;
}

/** Ends the call after the agent's maximum duration. The clock stops while the caller is connected to another person. */
export class DurationLimit {
  readonly #options: DurationLimitOptions;
  #sinceMs: number;
  #passedMs: number;
  /** How many transfers and members have the caller. A member who takes over during a transfer is the second. */
  #away = 0;

  constructor(options: DurationLimitOptions) {
    this.#options = options;
    this.#passedMs = options.passedMs;
    this.#sinceMs = options.nowMs();
    this.#arm();
  }

  /** The time that counts so far. */
  get passedMs(): number {
    return this.#away > 0 ? this.#passedMs : this.#passedMs + this.#options.nowMs() - this.#sinceMs;
  }

  /** Awaits `work`, a transfer or the time of a member, with the clock stopped. */
  async without<T>(work: Promise<T>): Promise<T> {
    const { nowMs, timers, onEnd } = this.#options;
    this.#passedMs = this.passedMs;
    this.#away++;
    timers.clear('warning');
    timers.set('duration', connectedMsMax, () => onEnd(tooLongConnected));
    try {
      return await work;
    } finally {
      if (--this.#away === 0) {
        this.#sinceMs = nowMs();
        this.#arm();
      }
    }
  }

  #arm(): void {
    const { agent, timers, onWarning, onEnd } = this.#options;
    const { maxDurationMs, maxDurationWarning: warning } = agent;
    timers.set('duration', maxDurationMs - this.#passedMs, () => onEnd(tooLong));
    const warningMs = warning ? maxDurationMs - warning.beforeMs - this.#passedMs : -1;
    if (warning && warningMs >= 0) timers.set('warning', warningMs, () => onWarning(warning.text));
  }
}
