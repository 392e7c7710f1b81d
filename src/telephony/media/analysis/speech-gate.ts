import { tickMs } from '../codec/pcm.ts';

/** Words begin up to this long before the tick that decides so: audio waits for that decision. */
const leadTicks = 320 / tickMs;
/** After the caller's speech audio passes for a second: the transcriber may still wait for more. */
const openAfterMs = 1_000;

/**
 * Passes the caller's speech on to the transcriber and silence in place of other voices. While other voices are heard and the
 * caller is silent, frames wait for 320 ms, so that the beginning of a word is not lost. Nothing waits in a quiet room.
 */
export class SpeechGate {
  readonly #pass: (frame: Int16Array, atMs: number) => void;
  readonly #held: { frame: Int16Array; atMs: number }[] = [];
  #silence = new Int16Array(0);
  #openUntilMs = 0;

  constructor(pass: (frame: Int16Array, atMs: number) => void) {
    this.#pass = pass;
  }

  /** Takes the frame at `atMs`; `isCaller`: the caller is speaking, `hasOthers`: other voices are heard. */
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

  /** Passes on what waits, as it was heard. */
  release(): void {
    for (const { frame, atMs } of this.#held.splice(0)) this.#pass(frame, atMs);
  }

  #silenceLike(frame: Int16Array): Int16Array {
    if (this.#silence.length !== frame.length) this.#silence = new Int16Array(frame.length);
    return this.#silence;
  }
}
