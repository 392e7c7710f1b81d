/** A cache of audio by key with a limit in bytes; the least recently used entries go first. */
export class AudioCache {
  readonly #bytesMax: number;
  /** In the order of use: an entry is inserted again when it is used. */
  readonly #entries = new Map<string, Int16Array>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get(key: string): Int16Array | undefined {
    const pcm = this.#entries.get(key);
    if (pcm) {
      this.#entries.delete(key);
      this.#entries.set(key, pcm);
    }
    return pcm;
  }

  /** Stores audio, unless it alone exceeds the limit. */
  set(key: string, pcm: Int16Array): void {
    this.#remove(key);
    if (size(key, pcm) > this.#bytesMax) return;
    this.#entries.set(key, pcm);
    this.#bytes += size(key, pcm);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#remove(oldest);
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  #remove(key: string): void {
    const pcm = this.#entries.get(key);
    if (!pcm) return;
    this.#bytes -= size(key, pcm);
    this.#entries.delete(key);
  }
}

function size(key: string, pcm: Int16Array): number {
  return pcm.byteLength + 2 * key.length;
}
