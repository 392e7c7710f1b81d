import { tickMs } from '../codec/pcm.ts';

/** A word may begin this much before the tick that decides so. */
const leadTicks = 320 / tickMs;
/**
 * Audio passes this long after the caller's speech. In a quiet room the transcriber may wait for more. Where other voices are
 * known, a transcriber that ends turns would wait for their end, so only a soft last word is waited for.
 */
const openAfterMs = { quiet: 1_000, others: 300 };

/**
 * Passes the caller's speech to the transcriber, and silence in place of other voices. When the caller begins to speak, the last
 * 320 ms follow the silence that was passed in their place, so that the beginning of a word is not lost. Until it is known
 * whether there are other voices, all frames wait. Nothing else waits.
 */
export class SpeechGate {
  readonly #pass: (frame: Int16Array, atMs: number) => void;
  /** The frames that were not passed as they are. */
  readonly #held: { frame: Int16Array; atMs: number }[] = [];
  /** How many of them were not passed as silence either. */
  #waiting = 0;
  #silence = new Int16Array(0);
  #openUntilMs = 0;

  constructor(pass: (frame: Int16Array, atMs: number) => void) {
    this.#pass = pass;
  }

  /**
   * Takes the frame at `atMs`; `isCaller` while the caller speaks, `isGated` when nothing but the caller's speech passes,
   * `null` while that is unknown. `hasOthers` when other voices are known: what follows the caller's speech is theirs.
   */
  add(frame: Int16Array, atMs: number, isCaller: boolean, isGated: boolean | null, hasOthers = false): void {
    if (isCaller) this.#openUntilMs = atMs + openAfterMs[hasOthers ? 'others' : 'quiet'];
    if (isGated === false || atMs < this.#openUntilMs) {
      this.release();
      this.#pass(frame, atMs);
      return;
    }
    this.#held.push({ frame: frame.slice(), atMs });
    this.#waiting++;
    if (isGated === null) return;
    if (this.#silence.length !== frame.length) this.#silence = new Int16Array(frame.length);
    for (const { atMs: heldMs } of this.#held.slice(-this.#waiting)) this.#pass(this.#silence, heldMs);
    this.#waiting = 0;
    while (this.#held.length > leadTicks) this.#held.shift();
  }

  /** Passes on the frames that were held. */
  release(): void {
    for (const { frame, atMs } of this.#held.splice(0)) this.#pass(frame, atMs);
    this.#waiting = 0;
  }
}
