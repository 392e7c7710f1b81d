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
import { credentials, deepgramName, type QueryParameters, serviceUrl, socketUrl } from './service.ts';

/** One of the service's protocols for streams. */
export interface ListenProtocol {
  path: string;
  parameters: QueryParameters;
  /** Asks for the final results of the audio sent so far; `null` when the protocol has no such message. */
  finalizeMessage: string | null;
  /** Returns the message with the key terms of this moment; `null` when they stay as they were when the stream opened. */
  configureMessage: (() => string) | null;
  /** Keeps a connection without audio open; `null` when the protocol has no such message. */
  keepAliveMessage: string | null;
  /** The limit for results after `finish`. After it, the results so far count. */
  finalizeTimeoutMs: number;
  createAssembler(clock: AudioClock): Assembler;
}

/** Turns the messages of a protocol into events. */
export interface Assembler {
  /** Whether a finished utterance has no final result yet. */
  readonly isFinishing: boolean;
  /** Finishes an utterance at `atMs`. */
  finish(atMs: number): TranscriptEvent[];
  /** Returns the oldest finished utterance with its results so far. */
  conclude(): TranscriptEvent[];
  /** Takes a message; other messages than results yield no events. */
  take(message: Record<string, unknown>): TranscriptEvent[];
}

/** The service closes connections that send nothing for 10 s. */
const keepAliveMs = 4_000;
/** Key terms are compared with those of the stream after so much audio. */
const configureEveryMs = 1_000;
const eventsMax = 1_000;

/** The transcription of one caller over one connection. */
export class LiveTranscription implements TranscriptionStream {
  readonly #listening: ListenOptions;
  readonly #protocol: ListenProtocol;
  readonly #secrets: readonly string[];
  readonly #clock: AudioClock;
  readonly #assembler: Assembler;
  readonly #events: Inbox<TranscriptEvent>;
  readonly #socket: ProviderSocket | null = null;
  readonly #keepAlive = new Watch(() => this.#stayAlive());
  readonly #flush = new Watch(() => this.#conclude());
  #reportedMs = 0;
  /** The key terms of the stream, as a message, and the sent audio when they were compared. */
  #configured = '';
  #comparedMs = 0;
  /** The start of the current utterance on the clock of sent audio. */
  #finishedMs = 0;

  constructor(options: VendorOptions, protocol: ListenProtocol, listening: ListenOptions) {
    this.#listening = listening;
    this.#protocol = protocol;
    this.#clock = new AudioClock(listening.sampleRateHz);
    this.#assembler = protocol.createAssembler(this.#clock);
    this.#events = new Inbox(eventsMax, () => this.#fail('sent more results than were read', true));
    const { headers, secrets } = credentials(options);
    this.#secrets = secrets;
    this.#configured = protocol.configureMessage?.() ?? '';
    if (listening.signal.aborted) {
      this.#events.abort(listening.signal.reason);
      return;
    }
    listening.signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#socket = openSocket({
      provider: deepgramName,
      url: socketUrl(serviceUrl(options, protocol.path, protocol.parameters)),
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
    this.#expectAudio();
  }

  write(pcm: Int16Array, atMs: number): void {
    if (this.#events.hasEnded || pcm.length === 0) return;
    this.#clock.sent(pcm.length, atMs);
    this.#socket?.send(pcmBytes(pcm));
    this.#configure();
    this.#expectAudio();
  }

  finish(atMs: number): void {
    if (this.#events.hasEnded) return;
    this.#tell(this.#assembler.finish(atMs));
    const isEmpty = this.#clock.sentMs === this.#finishedMs;
    this.#finishedMs = this.#clock.sentMs;
    if (isEmpty) {
      this.#conclude();
      return;
    }
    if (!this.#assembler.isFinishing) return;
    const { finalizeMessage, finalizeTimeoutMs } = this.#protocol;
    if (finalizeMessage !== null) this.#socket?.send(finalizeMessage);
    this.#flush.restart(finalizeTimeoutMs);
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
    if (message.type === 'Error') {
      this.#fail(asText(message.description) || asText(message.message), true);
    } else this.#tell(this.#assembler.take(message));
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
    if (this.#assembler.isFinishing) this.#flush.restart(this.#protocol.finalizeTimeoutMs);
  }

  /** Sends the key terms again when they have changed. */
  #configure(): void {
    const { configureMessage } = this.#protocol;
    if (configureMessage === null || this.#clock.sentMs - this.#comparedMs < configureEveryMs) return;
    this.#comparedMs = this.#clock.sentMs;
    const message = configureMessage();
    if (message === this.#configured) return;
    this.#configured = message;
    this.#socket?.send(message);
  }

  #expectAudio(): void {
    if (this.#protocol.keepAliveMessage !== null) this.#keepAlive.restart(keepAliveMs);
  }

  #stayAlive(): void {
    this.#socket?.send(this.#protocol.keepAliveMessage!);
    this.#expectAudio();
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
