import type { FrameAudio, Speech } from '../speech-frame.ts';

/** Audio goes to the line in pieces of at most this length. */
const pieceMs = 400;
/** The limits of an endless item: unread audio in seconds and pieces, and characters of text. */
const waitingSecondsMax = 600;
const piecesMax = 100_000;
const charactersMax = 100_000;

/**
 * One item of the model's speech while it arrives: its text grows, and its audio is streamed. The model reports no word
 * times, so the heard part follows from the share of sent audio. Until the item is complete, an average duration per
 * character stands in for its length.
 */
export class ItemSpeech implements Speech, FrameAudio {
  readonly words = [];
  #text = '';
  readonly #sampleRateHz: number;
  readonly #pieces: Int16Array[] = [];
  #samples = 0;
  /** Unread samples. */
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

  /** Ends the item. `isWhole` when the model finished it. */
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
