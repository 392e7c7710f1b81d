/** The numbers before the samples of a piece: the handle of its session, its position in milliseconds, its length. */
const headWords = 3;

/**
 * Gathers the audio of all sessions into one buffer for the other thread. Each piece has three 32-bit numbers (handle,
 * position, sample count) and then its 16-bit samples, padded to a multiple of four bytes.
 */
export class AudioBatch {
  #memory = new Int32Array(4_096);
  #words = 0;

  /** Appends a copy of `pcm`, which begins at `atMs`. */
  add(handle: number, atMs: number, pcm: Int16Array): void {
    const words = headWords + ((pcm.length + 1) >> 1);
    if (this.#words + words > this.#memory.length) this.#grow(this.#words + words);
    this.#memory[this.#words] = handle;
    this.#memory[this.#words + 1] = atMs;
    this.#memory[this.#words + 2] = pcm.length;
    new Int16Array(this.#memory.buffer, (this.#words + headWords) * 4, pcm.length).set(pcm);
    this.#words += words;
  }

  /** Returns the audio since the previous call; `null` when there is none. */
  take(): ArrayBuffer | null {
    if (this.#words === 0) return null;
    const batch = this.#memory.slice(0, this.#words).buffer;
    this.#words = 0;
    return batch;
  }

  #grow(wordsMin: number): void {
    const larger = new Int32Array(Math.max(wordsMin, 2 * this.#memory.length));
    larger.set(this.#memory.subarray(0, this.#words));
    this.#memory = larger;
  }
}

/** Calls `take` for each piece of a batch. The samples stay in the batch's memory. */
export function readAudioBatch(
  batch: ArrayBuffer,
  take: (handle: number, atMs: number, pcm: Int16Array) => void,
): void {
  const words = new Int32Array(batch);
  for (let at = 0; at < words.length; ) {
    const count = words[at + 2]!;
    take(words[at]!, words[at + 1]!, new Int16Array(batch, (at + headWords) * 4, count));
    at += headWords + ((count + 1) >> 1);
  }
}
