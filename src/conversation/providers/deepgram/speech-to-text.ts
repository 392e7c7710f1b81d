import type { ListenOptions, SpeechToText, TranscriptionStream } from '../interfaces/index.ts';
import type { DeepgramTranscriptionOptions } from './live-transcription.ts';
import { LiveTranscription } from './live-transcription.ts';
import { deepgramName } from './service.ts';

const defaultModel = 'nova-3';

/** Deepgram's streaming transcription (`listen`, version 1), with one WebSocket for each caller. */
export class DeepgramSpeechToText implements SpeechToText {
  readonly name = deepgramName;
  readonly model: string;
  readonly needsPhrases = false;
  readonly emitsPartials = true;
  readonly endsTurns: boolean;
  readonly #options: DeepgramTranscriptionOptions;

  constructor(options: DeepgramTranscriptionOptions) {
    this.#options = options;
    this.model = options.model ?? defaultModel;
    this.endsTurns = options.endsTurns ?? false;
  }

  listen(options: ListenOptions): TranscriptionStream {
    return new LiveTranscription({ ...this.#options, model: this.model }, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
