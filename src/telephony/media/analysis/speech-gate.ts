import { tickMs } from '../codec/pcm.ts';

/** Audio waits this long, because a word may begin that much before the tick that decides so. */
const leadTicks = 320 / tickMs;
/** Audio passes this long after the caller's speech, because the transcriber may wait for more. */
const openAfterMs = 1_000;

/**
 * Passes the caller's speech to the transcriber, and silence in place of other voices. While other voices are heard and
 * the caller is silent, frames wait for 320 ms, so that the beginning of a word is not lost. In a quiet room nothing
 * waits.
 */
export class SpeechGate {
  readonly #pass: (frame: Int16Array, atMs: number) => void;
  readonly #held: { frame: Int16Array; atMs: number }[] = [];
  #silence = new Int16Array(0);
  #openUntilMs = 0;

  constructor(pass: (frame: Int16Array, atMs: number) => void) {
    this.#pass = pass;
  }

  /** Takes the frame at `atMs`; `isCaller` while the caller speaks, `hasOthers` while other voices are heard. */
  add(frame: Int16Array, atMs: number, isCaller: boolean, hasOthers: boolean): void {
    if (isCaller) this.#openUntilMs = atMs + openAfterMs;
    if (!hasOthers || atMs < this.#openUntilMs) {
      this.release();
      this.#pass(frame, atMs);
      return;
    }
    const isFull = this.#held.length >= leadTicks;
    const oldest = isFull ? this.#held.shift()! : null;
    if (oldest) this.#pass(this.#silenceLike(oldest.frame), oldest.atMs);
    const kept = oldest?.frame.length === frame.length ? oldest.frame : new Int16Array(frame.length);
    kept.set(frame);
    this.#held.push({ frame: kept, atMs });
  }

  /** Passes on the waiting frames unchanged. */
  release(): void {
    for (const { frame, atMs } of this.#held.splice(0)) this.#pass(frame, atMs);
  }

  #silenceLike(frame: Int16Array): Int16Array {
    if (this.#silence.length !== frame.length) this.#silence = new Int16Array(frame.length);
    return this.#silence;
  }
}
