import type { FrameAudio, Speech } from '../speech-frame.ts';

/** Audio goes to the line in pieces of at most this length. */
const pieceMs = 400;
/** Of what is said without end no more than this is held: audio that waits to be read, in seconds and pieces, and words. */
const waitingSecondsMax = 600;
const piecesMax = 100_000;
const charactersMax = 100_000;

/**
 * One item that the model says, while it comes: its words grow, and its audio is read as it is handed in. What of it was
 * heard is told by the share of its audio that was sent, since the model says nothing of where its words are: of an item
 * that is whole by the length of its audio, else by the usual length of a character.
 */
export class ItemSpeech implements Speech, FrameAudio {
  readonly words = [];
  #text = '';
  readonly #sampleRateHz: number;
  readonly #pieces: Int16Array[] = [];
  #samples = 0;
  /** Samples that were not read yet. */
  #waiting = 0;
  #state: 'coming' | 'whole' | 'broken' = 'coming';
  #wake: () => void = () => undefined;

  constructor(sampleRateHz: number) {
    this.#sampleRateHz = sampleRateHz;
  }

  get audio(): FrameAudio {
    return this;
  }

  get text(): string {
    return this.#text;
  }

  addText(text: string): void {
    if (this.#text.length + text.length <= charactersMax) this.#text += text;
  }

  get totalMs(): number | null {
    return this.#state === 'whole' ? (this.#samples * 1000) / this.#sampleRateHz : null;
  }

  push(pcm: Int16Array): void {
    const length = (this.#sampleRateHz * pieceMs) / 1000;
    if (this.#waiting > waitingSecondsMax * this.#sampleRateHz || this.#pieces.length > piecesMax) return;
    this.#samples += pcm.length;
    this.#waiting += pcm.length;
    for (let at = 0; at < pcm.length; at += length) this.#pieces.push(pcm.subarray(at, at + length));
    this.#wake();
  }

  /** Nothing more comes. `isWhole`: the model has said all that it wanted to. */
  end(isWhole: boolean): void {
    if (this.#state === 'coming') this.#state = isWhole ? 'whole' : 'broken';
    this.#wake();
  }

  async *pieces(): AsyncGenerator<Int16Array> {
    for (;;) {
      for (let piece = this.#pieces.shift(); piece; piece = this.#pieces.shift()) {
        this.#waiting -= piece.length;
        yield piece;
      }
      if (this.#state !== 'coming') return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
