import type { SpokenWord } from '../providers/interfaces/index.ts';
import type { SpokenText } from '../reading/index.ts';
import { conversationOver } from './ends.ts';
import { ReadAhead } from './read-ahead.ts';
import type { FrameAudio } from './speech-frame.ts';
import { SpokenAudio, type VoiceSettings } from './spoken-audio.ts';

/** The most pieces that wait for the end of the turn. */
const piecesMax = 25;

/** Speech that a voice begins before it is certain that the caller hears it. The line receives nothing until it is said. */
export class PreparedSpeech implements FrameAudio {
  readonly text: string;
  /** The position at which the voice was asked. */
  readonly askedMs: number;
  readonly #abort = new AbortController();
  readonly #audio: SpokenAudio;
  readonly #pieces: ReadAhead<Int16Array>;
  readonly #nowMs: () => number;
  #arrivedMs: number | null = null;

  constructor(voice: VoiceSettings, text: string, nowMs: () => number) {
    this.text = text;
    this.askedMs = nowMs();
    this.#nowMs = nowMs;
    this.#audio = new SpokenAudio(voice, text, this.#abort.signal, true);
    this.#pieces = new ReadAhead(this.#noted(), piecesMax);
  }

  /** The position at which the first audio arrived; `null` before. */
  get arrivedMs(): number | null {
    return this.#arrivedMs;
  }

  get spokenBy(): string | null {
    return this.#audio.spokenBy;
  }

  get words(): readonly SpokenWord[] {
    return this.#audio.words;
  }

  get totalMs(): number | null {
    return this.#audio.totalMs;
  }

  get spoken(): SpokenText {
    return this.#audio.spoken;
  }

  /** Streams the pieces, those that have arrived first. */
  async *pieces(): AsyncGenerator<Int16Array> {
    for (let piece = await this.#pieces.take(); piece; piece = await this.#pieces.take()) yield piece;
  }

  /** Ends the request, and drops what has arrived. */
  close(): void {
    this.#pieces.close();
    this.#abort.abort(conversationOver);
  }

  async *#noted(): AsyncGenerator<Int16Array> {
    for await (const piece of this.#audio.pieces(null)) {
      this.#arrivedMs ??= this.#nowMs();
      yield piece;
    }
  }
}
