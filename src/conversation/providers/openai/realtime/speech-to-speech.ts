/**
 * The Realtime protocol over WebSocket. Events are JSON, and the official client (openai 7.57.0) opens sockets with `ws` or the
 * global `WebSocket`, which know no rules of egress. Protocol: `openapi.json` of github.com/openai/openai-openapi (read on 2026-11-27).
 */
import type { SpeechToSpeech, SpeechToSpeechOptions, SpeechToSpeechSession } from '../../interfaces/index.ts';
import type { VendorOptions } from '../../kit/index.ts';
import { type AudioFormat, formatFor } from './audio-format.ts';
import { openAiDialect } from './client-events.ts';
import type { Dialect } from './dialect.ts';
import { RealtimeSession } from './session.ts';

export interface RealtimeOptions extends VendorOptions {
  model?: string | undefined;
  voice?: string | undefined;
  /** The model that transcribes the caller for the record. */
  transcriptionModel?: string | undefined;
  /** The way in which the service ends turns; `local` (the default) when it does not. */
  turnDetection?: string | undefined;
  /** The silence that ends a turn, for the ways that take it. */
  silenceMs?: number | undefined;
  /** The best format for the line by default. */
  format?: AudioFormat | undefined;
  /** The most tokens of one response. */
  outputTokensMax?: number | undefined;
}

/** The settings that an agent may leave out. */
export interface RealtimeDefaults {
  model: string;
  voice: string;
  /** Returns the model that transcribes the caller beside a model. */
  transcriptionModel: (model: string) => string;
}

/** A service of the Realtime protocol over WebSocket. Each conversation has its own connection. */
export class RealtimeSpeechToSpeech implements SpeechToSpeech {
  readonly name: string;
  readonly endsTurns: boolean;
  readonly #dialect: Dialect;
  readonly #defaults: RealtimeDefaults;
  readonly #options: RealtimeOptions;

  constructor(dialect: Dialect, defaults: RealtimeDefaults, options: RealtimeOptions) {
    this.name = dialect.name;
    this.#dialect = dialect;
    this.#defaults = defaults;
    this.#options = options;
    this.endsTurns = (options.turnDetection ?? 'local') !== 'local';
  }

  open(options: SpeechToSpeechOptions): SpeechToSpeechSession {
    const { voice, turnDetection, silenceMs, format, outputTokensMax } = this.#options;
    const model = this.#options.model ?? this.#defaults.model;
    const settings = {
      model,
      voice: voice ?? this.#defaults.voice,
      transcriptionModel: this.#options.transcriptionModel ?? this.#defaults.transcriptionModel(model),
      turnDetection: turnDetection ?? 'local',
      silenceMs,
      format: format ?? formatFor(options.sampleRateHz),
      outputTokensMax,
    };
    return new RealtimeSession(this.#dialect, this.#options, settings, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

/** Returns OpenAI's service, and with `baseUrl` any compatible server. */
export function openAiSpeechToSpeech(options: RealtimeOptions): SpeechToSpeech {
  const transcriptionModel = () => 'gpt-4o-mini-transcribe';
  const defaults = { model: 'gpt-realtime', voice: 'marin', transcriptionModel };
  return new RealtimeSpeechToSpeech(openAiDialect, defaults, options);
}
