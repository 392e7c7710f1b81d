import type { ListenOptions, SpeechToText, TranscriptionStream } from '../interfaces/index.ts';
import { openAiName } from './language-model.ts';
import type { OpenAiTranscriptionOptions } from './utterance-transcription.ts';
import { UtteranceTranscription } from './utterance-transcription.ts';

const defaultModel = 'gpt-4o-mini-transcribe';

/**
 * The transcription endpoint of OpenAI and of compatible servers. It takes whole utterances, so there are no partial
 * results.
 */
export class OpenAiSpeechToText implements SpeechToText {
  readonly name = openAiName;
  readonly model: string;
  readonly needsPhrases = false;
  readonly emitsPartials = false;
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
