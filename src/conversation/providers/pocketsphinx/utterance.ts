/** The kept length of an utterance; a longer one keeps its end. */
const lengthMsMax = 20_000;

/** The quietest level of speech below full scale, and the audio kept before it. */
const speechDb = -45;
const leadMs = 300;

/** The longest pause within a phrase, and the most audio that is joined. */
const pauseMsMax = 1_000;
const joinedMsMax = 6_000;

/** The audio of one utterance, and its position. */
export interface Spoken {
  pcm: Int16Array;
  startMs: number;
  endMs: number;
}

interface Piece {
  pcm: Int16Array;
  atMs: number;
}

/** The caller's audio from the end of one utterance to the end of the next. */
export class Utterance {
  readonly #sampleRateHz: number;
  #pieces: Piece[] = [];
  #samples = 0;

  constructor(sampleRateHz: number) {
    this.#sampleRateHz = sampleRateHz;
  }

  write(pcm: Int16Array, atMs: number): void {
    this.#pieces.push({ pcm, atMs });
    this.#samples += pcm.length;
    while (this.#samples > (lengthMsMax * this.#sampleRateHz) / 1000 && this.#pieces.length > 1) {
      this.#samples -= this.#pieces.shift()!.pcm.length;
    }
  }

  /** Returns the audio from shortly before the first loud piece on; `null` when all of it was quiet. */
  take(): Spoken | null {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#samples = 0;
    const first = pieces.findIndex(({ pcm }) => isLoud(pcm));
    if (first < 0) return null;
    const startMs = pieces[first]!.atMs;
    const spoken = pieces.filter(({ atMs }) => atMs >= startMs - leadMs);
    const pcm = concatenated(spoken);
    const last = spoken.at(-1)!;
    return { pcm, startMs, endMs: last.atMs + (last.pcm.length * 1000) / this.#sampleRateHz };
  }
}

/** Returns two utterances as one if only a pause is between them, and otherwise `null`. */
export function joined(first: Spoken, second: Spoken): Spoken | null {
  const isPause = second.startMs - first.endMs <= pauseMsMax;
  if (!isPause || second.endMs - first.startMs > joinedMsMax) return null;
  return { pcm: concatenated([first, second]), startMs: first.startMs, endMs: second.endMs };
}

function concatenated(pieces: readonly Pick<Piece, 'pcm'>[]): Int16Array {
  const all = new Int16Array(pieces.reduce((length, { pcm }) => length + pcm.length, 0));
  let at = 0;
  for (const { pcm } of pieces) {
    all.set(pcm, at);
    at += pcm.length;
  }
  return all;
}

function isLoud(pcm: Int16Array): boolean {
  let energy = 0;
  for (const sample of pcm) energy += sample * sample;
  return 10 * Math.log10(energy / Math.max(pcm.length, 1) / 32_768 ** 2 + 1e-12) > speechDb;
}
