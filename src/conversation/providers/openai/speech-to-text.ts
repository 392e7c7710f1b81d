/**
 * OpenAI's transcription, and that of compatible servers: JSON, forms and raw audio, which need no client library. The official client
 * (openai 7.57.0, 35 MB on disk) opens the sockets of its sessions itself, with `ws` or the global `WebSocket`, which know no rules
 * of egress.
 */
import type { ListenOptions, SpeechToText, TranscriptionStream } from '../interfaces/index.ts';
import { LiveTranscription } from '../live-transcription/index.ts';
import { openAiName } from './language-model.ts';
import { liveTranscription } from './realtime/live-transcription.ts';
import type { OpenAiTranscriptionOptions } from './utterance-transcription.ts';
import { UtteranceTranscription } from './utterance-transcription.ts';

const defaultModel = 'gpt-4o-mini-transcribe';

/** The models of transcription sessions, which stream words. The others transcribe whole utterances. */
const liveModels = /^gpt-(?:live|realtime)-/;

/**
 * The transcription of OpenAI and of compatible servers. The model decides: those of transcription sessions stream over a
 * WebSocket, and others take whole utterances, so there are no partial results.
 */
export class OpenAiSpeechToText implements SpeechToText {
  readonly name = openAiName;
  readonly model: string;
  readonly needsPhrases = false;
  readonly emitsPartials: boolean;
  readonly endsTurns = false;
  readonly #options: OpenAiTranscriptionOptions;

  constructor(options: OpenAiTranscriptionOptions) {
    this.#options = options;
    this.model = options.model ?? defaultModel;
    this.emitsPartials = liveModels.test(this.model);
  }

  listen(options: ListenOptions): TranscriptionStream {
    const service = { ...this.#options, model: this.model };
    return this.emitsPartials
      ? new LiveTranscription(liveTranscription(service, options), options, service.dispatcher)
      : new UtteranceTranscription(this.name, service, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
