import type { ConversationAgent, ConversationEnd } from './conversation.ts';
import { tooLong, tooLongConnected } from './ends.ts';
import type { Timers } from './timers.ts';

/** Whoever was put through to somebody talks with them for so long at most. */
const connectedMsMax = 4 * 60 * 60 * 1000;

interface DurationLimitOptions {
  agent: Pick<ConversationAgent, 'maxDurationMs' | 'maxDurationWarning'>;
  timers: Pick<Timers<'duration' | 'warning'>, 'set' | 'clear'>;
  nowMs: () => number;
  onWarning: (text: string) => void;
  onEnd: (end: ConversationEnd) => void;
}

/** How long the agent may talk with the caller. While the caller is put through to somebody, that clock stands still. */
export class DurationLimit {
  readonly #options: DurationLimitOptions;
  #sinceMs: number;
  #passedMs = 0;

  constructor(options: DurationLimitOptions) {
    this.#options = options;
    this.#sinceMs = options.nowMs();
    this.#arm();
  }

  /** Runs `work`, in which the caller is put through. */
  async without<T>(work: Promise<T>): Promise<T> {
    const { nowMs, timers, onEnd } = this.#options;
    this.#passedMs += nowMs() - this.#sinceMs;
    timers.clear('warning');
    timers.set('duration', connectedMsMax, () => onEnd(tooLongConnected));
    try {
      return await work;
    } finally {
      this.#sinceMs = nowMs();
      this.#arm();
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
