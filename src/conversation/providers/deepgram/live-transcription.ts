import type { ListenOptions, TranscriptEvent, TranscriptionStream } from '../interfaces/index.ts';
import type { VendorOptions } from '../kit/index.ts';
import {
  AudioClock,
  asText,
  Inbox,
  ProviderError,
  parseMessage,
  pcmBytes,
  shorten,
  Watch,
  withoutSecrets,
} from '../kit/index.ts';
import { openSocket, type ProviderSocket } from '../network/index.ts';
import { credentials, deepgramName, serviceUrl, socketUrl } from './service.ts';
import { TranscriptAssembler } from './transcript-assembler.ts';

export interface DeepgramTranscriptionOptions extends VendorOptions {
  model?: string | undefined;
  /** The silence after which the service makes its results final. */
  endpointingMs?: number | undefined;
  /** Whether the service reports the end of the caller's turn. */
  endsTurns?: boolean | undefined;
  /** The limit for flushing an utterance. After it, the results so far count. */
  finalizeTimeoutMs?: number | undefined;
}

const defaults = { endpointingMs: 300, finalizeTimeoutMs: 1_500 };
/** The service closes connections that send nothing for 10 s. */
const keepAliveMs = 4_000;
/** The shortest value that the service allows. */
const utteranceEndMs = 1_000;
const eventsMax = 1_000;

/** The transcription of one caller over one connection. */
export class LiveTranscription implements TranscriptionStream {
  readonly #listening: ListenOptions;
  readonly #finalizeTimeoutMs: number;
  readonly #secrets: readonly string[];
  readonly #clock: AudioClock;
  readonly #assembler: TranscriptAssembler;
  readonly #events: Inbox<TranscriptEvent>;
  readonly #socket: ProviderSocket | null = null;
  readonly #keepAlive = new Watch(() => this.#stayAlive());
  readonly #flush = new Watch(() => this.#conclude());
  #reportedMs = 0;
  /** The start of the current utterance on the clock of sent audio. */
  #finishedMs = 0;

  constructor(options: DeepgramTranscriptionOptions & { model: string }, listening: ListenOptions) {
    this.#listening = listening;
    this.#finalizeTimeoutMs = options.finalizeTimeoutMs ?? defaults.finalizeTimeoutMs;
    this.#clock = new AudioClock(listening.sampleRateHz);
    this.#assembler = new TranscriptAssembler(this.#clock, options.endsTurns ?? false);
    this.#events = new Inbox(eventsMax, () => this.#fail('sent more results than were read', true));
    const { headers, secrets } = credentials(options);
    this.#secrets = secrets;
    if (listening.signal.aborted) {
      this.#events.abort(listening.signal.reason);
      return;
    }
    listening.signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#socket = openSocket({
      provider: deepgramName,
      url: socketUrl(serviceUrl(options, 'v1/listen', parametersOf(options, listening))),
      headers,
      secrets,
      dispatcher: options.dispatcher,
      reasonHeader: 'dg-error',
      onMessage: (data) => this.#receive(data),
      onEnd: (failure) => {
        this.#events.fail(failure);
        this.#release();
      },
    });
    this.#keepAlive.restart(keepAliveMs);
  }

  write(pcm: Int16Array, atMs: number): void {
    if (this.#events.hasEnded || pcm.length === 0) return;
    this.#clock.sent(pcm.length, atMs);
    this.#socket?.send(pcmBytes(pcm));
    this.#keepAlive.restart(keepAliveMs);
  }

  finish(atMs: number): void {
    if (this.#events.hasEnded) return;
    this.#assembler.finish(atMs);
    const isEmpty = this.#clock.sentMs === this.#finishedMs;
    this.#finishedMs = this.#clock.sentMs;
    if (isEmpty) {
      this.#conclude();
      return;
    }
    this.#socket?.send(JSON.stringify({ type: 'Finalize' }));
    this.#flush.restart(this.#finalizeTimeoutMs);
  }

  close(): void {
    if (this.#events.hasEnded) return;
    this.#events.end();
    this.#socket?.send(JSON.stringify({ type: 'CloseStream' }));
    this.#release();
  }

  [Symbol.asyncIterator](): AsyncIterator<TranscriptEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  #receive(data: string | Uint8Array): void {
    if (typeof data !== 'string' || this.#events.hasEnded) return;
    let message: Record<string, unknown>;
    try {
      message = parseMessage(deepgramName, data);
    } catch (error) {
      this.#events.fail(error);
      this.#release();
      return;
    }
    if (message.type === 'Results') this.#tell(this.#assembler.results(message));
    else if (message.type === 'UtteranceEnd') this.#tell(this.#assembler.utteranceEnd(message));
    else if (message.type === 'Error') {
      this.#fail(asText(message.description) || asText(message.message), true);
    }
  }

  #tell(events: readonly TranscriptEvent[]): void {
    for (const event of events) this.#events.push(event);
    if (this.#assembler.isFinishing) return;
    this.#flush.stop();
    if (events.some(({ type }) => type === 'final')) this.#tellUsage();
  }

  /** Emits the oldest finished utterance with its results so far. */
  #conclude(): void {
    this.#tell(this.#assembler.conclude());
    if (this.#assembler.isFinishing) this.#flush.restart(this.#finalizeTimeoutMs);
  }

  #stayAlive(): void {
    this.#socket?.send(JSON.stringify({ type: 'KeepAlive' }));
    this.#keepAlive.restart(keepAliveMs);
  }

  #tellUsage(): void {
    const audioMs = this.#clock.sentMs - this.#reportedMs;
    this.#reportedMs = this.#clock.sentMs;
    if (audioMs > 0) this.#listening.onUsage?.({ audioMs });
  }

  readonly #onAbort = () => {
    this.#events.abort(this.#listening.signal.reason);
    this.#release();
  };

  #fail(words: string, retryable: boolean): void {
    const message = `${deepgramName}: ${shorten(withoutSecrets(words, this.#secrets))}`;
    this.#events.fail(new ProviderError(deepgramName, message, { retryable }));
    this.#release();
  }

  #release(): void {
    this.#keepAlive.stop();
    this.#flush.stop();
    this.#listening.signal.removeEventListener('abort', this.#onAbort);
    this.#tellUsage();
    this.#socket?.close();
  }
}

function parametersOf(
  options: DeepgramTranscriptionOptions & { model: string },
  listening: ListenOptions,
): Record<string, string> {
  return {
    model: options.model,
    language: listening.language ?? 'multi',
    encoding: 'linear16',
    sample_rate: String(listening.sampleRateHz),
    channels: '1',
    interim_results: 'true',
    punctuate: 'true',
    smart_format: 'true',
    endpointing: String(options.endpointingMs ?? defaults.endpointingMs),
    ...(options.endsTurns ? { utterance_end_ms: String(utteranceEndMs), vad_events: 'true' } : {}),
  };
}
