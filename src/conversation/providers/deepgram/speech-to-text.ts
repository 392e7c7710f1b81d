/**
 * Deepgram's streaming transcription over its own WebSocket. Messages are JSON and raw audio, and the official client
 * (@deepgram/sdk 5.13.0, 12 MB on disk) opens sockets with `ws`, which know no rules of egress. Protocol: `asyncapi.yml` of
 * github.com/deepgram/deepgram-api-specs (read on 2026-11-27).
 */
import { isFlux } from '../catalog.ts';
import type { ListenOptions, SpeechToText, TranscriptionStream } from '../interfaces/index.ts';
import { LiveTranscription } from '../live-transcription/index.ts';
import { fluxProtocol } from './flux.ts';
import { novaProtocol } from './nova.ts';
import type { DeepgramTranscriptionOptions, ProtocolOptions } from './options.ts';
import { deepgramName } from './service.ts';

const defaultModel = 'nova-3';

/** Deepgram's streaming transcription, with one WebSocket for each caller. The model decides on the protocol. */
export class DeepgramSpeechToText implements SpeechToText {
  readonly name = deepgramName;
  readonly model: string;
  readonly needsPhrases = false;
  readonly emitsPartials = true;
  readonly endsTurns: boolean;
  readonly #options: ProtocolOptions;

  constructor(options: DeepgramTranscriptionOptions) {
    this.model = options.model ?? defaultModel;
    this.#options = { ...options, model: this.model };
    this.endsTurns = isFlux(this.model) || (options.endsTurns ?? false);
  }

  listen(listening: ListenOptions): TranscriptionStream {
    const protocolOf = isFlux(this.model) ? fluxProtocol : novaProtocol;
    return new LiveTranscription(protocolOf(this.#options, listening), listening, this.#options.dispatcher);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
