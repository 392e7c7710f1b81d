const windowMs = 5;
/** Quieter windows are silence, as in voice activity detection: 54 dB below full scale, as a mean square. */
const soundMeanSquare = 63 ** 2;
/** A longer quiet beginning is passed on unchanged. */
const silenceMsMax = 1_000;

/**
 * Removes the silence at the start of synthesized speech, up to 200 ms with some voices, so that the first packet of an
 * answer is audible. Audio without any sound passes unchanged.
 */
export class LeadingSilence {
  readonly #windowSamples: number;
  readonly #perMs: number;
  #held: Int16Array[] = [];
  #heldSamples = 0;
  #droppedSamples = 0;
  #hasSound = false;

  constructor(sampleRateHz: number) {
    this.#perMs = sampleRateHz / 1000;
    this.#windowSamples = windowMs * this.#perMs;
  }

  /** The length of the removed silence. */
  get droppedMs(): number {
    return this.#droppedSamples / this.#perMs;
  }

  /** Takes the next samples, and returns those that are ready; empty while everything so far is silence. */
  push(pcm: Int16Array): Int16Array {
    if (this.#hasSound) return pcm;
    this.#held.push(pcm);
    this.#heldSamples += pcm.length;
    const all = this.#joined();
    const at = this.#soundIn(all);
    if (at === null && this.#heldSamples < silenceMsMax * this.#perMs) return all.subarray(0, 0);
    this.#droppedSamples = at ?? 0;
    return this.#release(all.subarray(this.#droppedSamples));
  }

  /** Takes the last samples, and returns them with all that is still held. */
  end(pcm: Int16Array): Int16Array {
    const heard = this.push(pcm);
    return this.#hasSound ? heard : this.#release(this.#joined());
  }

  #release(audio: Int16Array): Int16Array {
    this.#hasSound = true;
    this.#held = [];
    this.#heldSamples = 0;
    return audio;
  }

  #joined(): Int16Array {
    const [only, ...more] = this.#held;
    if (only && more.length === 0) return only;
    const all = new Int16Array(this.#heldSamples);
    let at = 0;
    for (const pcm of this.#held) {
      all.set(pcm, at);
      at += pcm.length;
    }
    this.#held = [all];
    return all;
  }

  /** Returns where the first window with sound begins; `null` when there is none yet. */
  #soundIn(pcm: Int16Array): number | null {
    const size = this.#windowSamples;
    for (let at = 0; at + size <= pcm.length; at += size) {
      let energy = 0;
      for (let n = at; n < at + size; n++) energy += pcm[n]! ** 2;
      if (energy >= soundMeanSquare * size) return at;
    }
    return null;
  }
}
