import type { Timers } from '../timers.ts';

interface SilenceOptions {
  /** The silence until `onTimeout`. */
  silenceMs: number;
  /** The silence before each call of `onPrompt`, at most `promptsMax` times; `null` for no prompts. */
  promptAfterMs: number | null;
  promptsMax: number;
  onPrompt: (index: number) => void;
  onTimeout: () => void;
  /** The clock of a conversation that is resumed; from the beginning by default. */
  from?: { passedMs: number; prompted: number } | undefined;
  timers: Pick<Timers<'silence'>, 'set' | 'clear'>;
  nowMs: () => number;
}

/**
 * The policy of silence: a clock that runs while neither side speaks or is about to. Every turn restarts it. The
 * agent's prompts only pause it, because prompts would otherwise keep a dead line open.
 */
export class SilenceWatch {
  readonly #options: SilenceOptions;
  #passedMs: number;
  /** When the clock started; `null` while it is stopped. */
  #sinceMs: number | null = null;
  #prompted: number;

  constructor(options: SilenceOptions) {
    this.#options = options;
    this.#passedMs = options.from?.passedMs ?? 0;
    this.#prompted = options.from?.prompted ?? 0;
  }

  /** Stops the clock, and returns where it stands. */
  suspend(): { passedMs: number; prompted: number } {
    this.stop();
    return { passedMs: this.#passedMs, prompted: this.#prompted };
  }

  /** Runs the clock: neither side speaks. */
  run(): void {
    if (this.#sinceMs !== null) return;
    this.#sinceMs = this.#options.nowMs();
    this.#arm();
  }

  /** Stops the clock: one side speaks, or is about to. */
  stop(): void {
    if (this.#sinceMs === null) return;
    this.#passedMs += this.#options.nowMs() - this.#sinceMs;
    this.#sinceMs = null;
    this.#options.timers.clear('silence');
  }

  /** Resets the clock after a turn; it keeps running or stays stopped. */
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
