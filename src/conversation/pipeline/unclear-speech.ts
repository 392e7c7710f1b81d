import type { SpeechSpan } from './caller-side.ts';

/** Shorter sounds without words are coughs and noises more often than speech. */
export const soundMsMax = 600;

/** Remembers the caller's speech until the transcriber returns words for it. */
export class UnclearSpeech {
  #startMs: number | null = null;
  #endMs = 0;

  started(atMs: number): void {
    this.#startMs ??= atMs;
  }

  ended(atMs: number): void {
    this.#endMs = atMs;
  }

  /** Words arrived for the speech so far. */
  understood(): void {
    this.#startMs = null;
  }

  /**
   * Returns the speech that is over without words, once; `null` when there is none. Short sounds count only when the
   * transcriber was late with them, because the agent then says that it did not understand.
   */
  take(isAnsweredLate: boolean): SpeechSpan | null {
    const startMs = this.#startMs;
    this.#startMs = null;
    if (startMs === null || (this.#endMs - startMs < soundMsMax && !isAnsweredLate)) return null;
    return { startMs, endMs: this.#endMs };
  }
}
