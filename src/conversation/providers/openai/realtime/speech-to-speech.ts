import type { SpeechToSpeech, SpeechToSpeechOptions, SpeechToSpeechSession } from '../../interfaces/index.ts';
import { openAiName } from '../language-model.ts';
import { formatFor } from './audio-format.ts';
import type { OpenAiRealtimeOptions } from './session.ts';
import { RealtimeSession } from './session.ts';

const defaults = { voice: 'marin', transcriptionModel: 'gpt-4o-mini-transcribe' };

/**
 * The Realtime protocol over WebSocket, in its final form of August 2025, of OpenAI, and with `baseUrl` of any compatible
 * server. Each conversation has its own connection.
 */
export class OpenAiSpeechToSpeech implements SpeechToSpeech {
  readonly name = openAiName;
  readonly endsTurns: boolean;
  readonly #options: OpenAiRealtimeOptions;

  constructor(options: OpenAiRealtimeOptions) {
    this.#options = options;
    this.endsTurns = (options.turnDetection ?? 'local') !== 'local';
  }

  open(options: SpeechToSpeechOptions): SpeechToSpeechSession {
    const { voice, transcriptionModel, turnDetection, silenceMs, format, outputTokensMax } = this.#options;
    const settings = {
      voice: voice ?? defaults.voice,
      transcriptionModel: transcriptionModel ?? defaults.transcriptionModel,
      turnDetection: turnDetection ?? 'local',
      silenceMs,
      format: format ?? formatFor(options.sampleRateHz),
      outputTokensMax,
    };
    return new RealtimeSession(this.#options, settings, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
