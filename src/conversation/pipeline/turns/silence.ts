import type { Timers } from '../timers.ts';

/** What happens when nobody speaks. */
interface SilenceOptions {
  /** So long until `onTimeout`. */
  silenceMs: number;
  /** Every so long `onPrompt` is called, `promptsMax` times; null: never. */
  promptAfterMs: number | null;
  promptsMax: number;
  onPrompt: (index: number) => void;
  onTimeout: () => void;
  timers: Pick<Timers<'silence'>, 'set' | 'clear'>;
  nowMs: () => number;
}

/**
 * The policy of silence: a clock that runs while neither side speaks or is about to, and starts anew with every turn.
 * The agent's own prompts stop it only for as long as they last, so that prompting does not keep a dead line open.
 */
export class SilenceWatch {
  readonly #options: SilenceOptions;
  #passedMs = 0;
  /** When it began to run; null: it is stopped. */
  #sinceMs: number | null = null;
  #prompted = 0;

  constructor(options: SilenceOptions) {
    this.#options = options;
  }

  /** Nobody speaks: the clock runs on. */
  run(): void {
    if (this.#sinceMs !== null) return;
    this.#sinceMs = this.#options.nowMs();
    this.#arm();
  }

  /** Somebody speaks, or is about to. */
  stop(): void {
    if (this.#sinceMs === null) return;
    this.#passedMs += this.#options.nowMs() - this.#sinceMs;
    this.#sinceMs = null;
    this.#options.timers.clear('silence');
  }

  /** Something was said that counts: the clock starts anew, running or not as it was. */
  restart(): void {
    this.#passedMs = 0;
    this.#prompted = 0;
    if (this.#sinceMs === null) return;
    this.#sinceMs = this.#options.nowMs();
    this.#arm();
  }

  #arm(): void {
    const { silenceMs, promptAfterMs, promptsMax, onPrompt, onTimeout, timers } = this.#options;
    const promptAtMs =
      promptAfterMs === null || this.#prompted >= promptsMax ? null : promptAfterMs * (this.#prompted + 1);
    if (promptAtMs !== null && promptAtMs < silenceMs) {
      timers.set('silence', promptAtMs - this.#passedMs, () => {
        const index = this.#prompted++;
        this.stop();
        this.run();
        onPrompt(index);
      });
      return;
    }
    timers.set('silence', silenceMs - this.#passedMs, onTimeout);
  }
}
