import type { ListenOptions, SpeechToText, TranscriptionStream } from '../interfaces/index.ts';
import { openAiName } from './language-model.ts';
import type { OpenAiTranscriptionOptions } from './utterance-transcription.ts';
import { UtteranceTranscription } from './utterance-transcription.ts';

const defaultModel = 'gpt-4o-mini-transcribe';

/**
 * The transcription endpoint of OpenAI and of servers that speak its protocol. It takes whole utterances: each is
 * sent when the caller has finished it, so nothing is known of it before.
 */
export class OpenAiSpeechToText implements SpeechToText {
  readonly name = openAiName;
  readonly model: string;
  readonly needsPhrases = false;
  readonly tellsPartials = false;
  readonly endsTurns = false;
  readonly #options: OpenAiTranscriptionOptions;

  constructor(options: OpenAiTranscriptionOptions) {
    this.#options = options;
    this.model = options.model ?? defaultModel;
  }

  listen(options: ListenOptions): TranscriptionStream {
    return new UtteranceTranscription(this.name, { ...this.#options, model: this.model }, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
