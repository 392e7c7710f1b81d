import type { VendorOptions } from '../../kit/index.ts';
import type { SpeechToSpeech, SpeechToSpeechOptions, SpeechToSpeechSession } from '../../spec/index.ts';
import { openAiName } from '../language-model.ts';
import { type AudioFormat, formatFor } from './audio-format.ts';
import type { TurnDetection } from './client-events.ts';
import { RealtimeSession } from './session.ts';

export interface OpenAiRealtimeOptions extends VendorOptions {
  model?: string | undefined;
  voice?: string | undefined;
  /** What writes down the caller's words; the model itself hears them. */
  transcriptionModel?: string | undefined;
  turnDetection?: TurnDetection | undefined;
  /** Of `server_vad`: so much silence ends a turn. */
  silenceMs?: number | undefined;
  /** Default: what suits the line. */
  format?: AudioFormat | undefined;
  /** Tokens of one response at most. */
  outputTokensMax?: number | undefined;
}

const defaults = { voice: 'marin', transcriptionModel: 'gpt-4o-mini-transcribe' };

/**
 * The Realtime protocol over WebSocket, in its final form of August 2025: OpenAI's own service, and everything that
 * speaks it by `baseUrl`. One connection a conversation.
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
