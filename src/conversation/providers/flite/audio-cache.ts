/**
 * A cache of audio by key with a limit in bytes. Audio that was used again goes last, so that phrases which all calls say
 * outlive sentences of single calls. Among equals the least recently used goes first.
 */
export class AudioCache {
  readonly #bytesMax: number;
  /** In the order of use: an entry is inserted again when it is used. */
  readonly #once = new Map<string, Int16Array>();
  readonly #again = new Map<string, Int16Array>();
  #bytes = 0;
  #bytesOfAgain = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get(key: string): Int16Array | undefined {
    const pcm = this.#once.get(key) ?? this.#again.get(key);
    if (!pcm) return undefined;
    this.#remove(key);
    this.#again.set(key, pcm);
    this.#bytes += size(key, pcm);
    this.#bytesOfAgain += size(key, pcm);
    return pcm;
  }

  /** Stores audio, unless it alone exceeds the limit. */
  set(key: string, pcm: Int16Array): void {
    this.#remove(key);
    if (size(key, pcm) > this.#bytesMax) return;
    this.#once.set(key, pcm);
    this.#bytes += size(key, pcm);
    while (this.#bytes > this.#bytesMax) this.#remove(this.#leastUseful(key));
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns what to drop for `added`. Shared audio takes half of the cache at most while other audio needs room. */
  #leastUseful(added: string): string {
    const [once] = this.#once.keys();
    const [again] = this.#again.keys();
    const mayDropOnce = once !== undefined && once !== added;
    if (again !== undefined && (!mayDropOnce || this.#bytesOfAgain > this.#bytesMax / 2)) return again;
    return once ?? added;
  }

  #remove(key: string): void {
    const again = this.#again.get(key);
    const pcm = this.#once.get(key) ?? again;
    if (!pcm) return;
    this.#bytes -= size(key, pcm);
    if (again) this.#bytesOfAgain -= size(key, pcm);
    this.#once.delete(key);
    this.#again.delete(key);
  }
}

function size(key: string, pcm: Int16Array): number {
  return pcm.byteLength + 2 * key.length;
}
