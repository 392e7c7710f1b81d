import { tickMs } from '../codec/pcm.ts';

/** Audio waits this long, because a word may begin that much before the tick that decides so. */
const leadTicks = 320 / tickMs;
/** Audio passes this long after the caller's speech, because the transcriber may wait for more. */
const openAfterMs = 1_000;

/**
 * Passes the caller's speech to the transcriber, and silence in place of other voices. While other voices are heard and
 * the caller is silent, frames wait for 320 ms, so that the beginning of a word is not lost. Until it is known whether
 * there are other voices, all frames wait. In a quiet room nothing waits.
 */
export class SpeechGate {
  readonly #pass: (frame: Int16Array, atMs: number) => void;
  readonly #held: { frame: Int16Array; atMs: number }[] = [];
  #openUntilMs = 0;

  constructor(pass: (frame: Int16Array, atMs: number) => void) {
    this.#pass = pass;
  }

  /**
   * Takes the frame at `atMs`; `isCaller` while the caller speaks, `isGated` when nothing but the caller's speech passes,
   * `null` while that is unknown.
   */
  add(frame: Int16Array, atMs: number, isCaller: boolean, isGated: boolean | null): void {
    if (isCaller) this.#openUntilMs = atMs + openAfterMs;
    if (isGated === false || atMs < this.#openUntilMs) {
      this.release();
      this.#pass(frame, atMs);
      return;
    }
    this.#held.push({ frame: frame.slice(), atMs });
    if (isGated === null) return;
    while (this.#held.length > leadTicks) {
      const { frame: oldest, atMs: oldestMs } = this.#held.shift()!;
      this.#pass(oldest.fill(0), oldestMs);
    }
  }

  /** Passes on the waiting frames unchanged. */
  release(): void {
    for (const { frame, atMs } of this.#held.splice(0)) this.#pass(frame, atMs);
  }
}
