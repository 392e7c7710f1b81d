import { levelDb, speechDb } from '../../src/simulation/index.ts';
import { telephoneRateHz } from '../../src/telephony/media/index.ts';

/** A text without a pause, and its speech at 8 kHz. */
export interface SaidPart {
  text: string;
  pcm: Int16Array;
}

/** A word whose audio has been received. */
export interface HeardWord {
  text: string;
  language: string;
  /** The position of its start and end in the received audio. */
  startMs: number;
  endMs: number;
}

/** A part that the customer says, with the duration of its sound up to the end of each word. */
export interface ExpectedPart {
  language: string;
  words: { text: string; soundMs: number }[];
  soundMs: number;
}

const frameMs = 20;
/**
 * A part is over after a silence, although some of its sound is missing: the more, the longer the silence. Much is missing
 * on a machine without enough processor time.
 */
const over = { quietMs: 200, shareMin: 0.9 };
const surelyOver = { quietMs: 600, shareMin: 0.3 };

/**
 * Finds the words of a simulated customer in received audio. The words are known from what the customer says. Their times
 * follow from the sound that was received, so that no word is found before its audio. The line must be quiet.
 */
export class WordFinder {
  readonly #expected: ExpectedPart[];
  readonly #sampleRateHz: number;
  /** Samples of an incomplete frame. */
  #rest = new Int16Array(0);
  #receivedMs = 0;
  #quietMs = Number.POSITIVE_INFINITY;
  /** The sound of the current part, its found words and the end of the last one. */
  #soundMs = 0;
  #found = 0;
  #lastEndMs = 0;

  /** Removes parts from `expected` when they have been heard. */
  constructor(sampleRateHz: number, expected: ExpectedPart[]) {
    this.#sampleRateHz = sampleRateHz;
    this.#expected = expected;
  }

  /** The received audio in milliseconds. */
  get receivedMs(): number {
    return this.#receivedMs;
  }

  /** The silence at the end of the received audio, in milliseconds. */
  get quietMs(): number {
    return this.#quietMs;
  }

  /** Takes audio, in order. Returns the words that have ended in it. */
  hear(pcm: Int16Array): HeardWord[] {
    const all = new Int16Array(this.#rest.length + pcm.length);
    all.set(this.#rest);
    all.set(pcm, this.#rest.length);
    const frameSamples = (this.#sampleRateHz * frameMs) / 1000;
    const words: HeardWord[] = [];
    let at = 0;
    for (; at + frameSamples <= all.length; at += frameSamples) {
      words.push(...this.#frame(all.subarray(at, at + frameSamples)));
    }
    this.#rest = all.slice(at);
    return words;
  }

  #frame(frame: Int16Array): HeardWord[] {
    const isLoud = levelDb(frame) > speechDb;
    if (isLoud && this.#soundMs === 0) this.#lastEndMs = this.#receivedMs;
    this.#receivedMs += frameMs;
    this.#quietMs = isLoud ? 0 : this.#quietMs + frameMs;
    if (isLoud) this.#soundMs += frameMs;
    const part = this.#expected[0];
    if (!part || this.#soundMs === 0) return [];
    const share = this.#soundMs / part.soundMs;
    const isOver = [over, surelyOver].some((one) => this.#quietMs >= one.quietMs && share >= one.shareMin);
    const ended = part.words.filter(({ soundMs }) => soundMs <= this.#soundMs || isOver);
    const words = ended.slice(this.#found).map(({ text }) => this.#word(text, part.language));
    this.#found += words.length;
    if (isOver) this.#expected.shift();
    // Too little sound for the part was a noise.
    if (isOver || this.#quietMs >= surelyOver.quietMs) this.#soundMs = this.#found = 0;
    return words;
  }

  #word(text: string, language: string): HeardWord {
    const startMs = this.#lastEndMs;
    this.#lastEndMs = this.#receivedMs - Math.min(this.#quietMs, this.#receivedMs - startMs);
    return { text, language, startMs, endMs: this.#lastEndMs };
  }
}

/** Distributes the sound of a part over its words by their lengths; `language` in BCP 47. */
export function expectedPart({ text, pcm }: SaidPart, language: string): ExpectedPart {
  const soundMs = soundMsOf(pcm);
  const words = text.split(/\s+/).filter(Boolean);
  const length = words.reduce((sum, word) => sum + word.length, 0);
  let so = 0;
  return {
    language,
    soundMs,
    words: words.map((word) => {
      so += word.length;
      return { text: word, soundMs: (soundMs * so) / length };
    }),
  };
}

function soundMsOf(pcm: Int16Array): number {
  const samples = (telephoneRateHz * frameMs) / 1000;
  let soundMs = 0;
  for (let at = 0; at < pcm.length; at += samples) {
    if (levelDb(pcm.subarray(at, at + samples)) > speechDb) soundMs += frameMs;
  }
  return soundMs;
}
