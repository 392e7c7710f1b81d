import type { Dispatcher } from 'undici';
import type { ListenOptions, TranscriptEvent, TranscriptionStream } from '../interfaces/index.ts';
import {
  AudioClock,
  Inbox,
  ProviderError,
  parseMessage,
  pcmBytes,
  shorten,
  Watch,
  withoutSecrets,
} from '../kit/index.ts';
import { openSocket } from '../network/index.ts';
import type {
  Assembler,
  CarriedProtocol,
  ClientMessage,
  ListenProtocol,
  Transport,
} from './listen-protocol.ts';

/** Key terms are compared with those of the stream after so much audio. */
const configureEveryMs = 1_000;
/** The longest wait for the message that permits audio. */
const readyTimeoutMs = 8_000;
const eventsMax = 1_000;
/** A service that sends nothing for audio without words is silent after so many utterances in a row. */
const silentWaitsMax = 3;

/** The transcription of one caller over one WebSocket. The protocol says what is sent, and reads what arrives. */
export class LiveTranscription implements TranscriptionStream {
  readonly #listening: ListenOptions;
  readonly #protocol: ListenProtocol | CarriedProtocol;
  readonly #clock: AudioClock;
  readonly #assembler: Assembler;
  readonly #events: Inbox<TranscriptEvent>;
  readonly #transport: Transport | null = null;
  readonly #keepAlive = new Watch(() => this.#stayAlive());
  readonly #flush = new Watch(() => this.#waitOver());
  readonly #opening = new Watch(() => this.#fail('did not accept the stream in time', true));
  /** The messages that wait until the service permits audio; `null` when nothing waits. */
  #waiting: ClientMessage[] | null = null;
  #reportedMs = 0;
  /** The waits in a row in which the service sent nothing, and whether it has sent something since the last one. */
  #silentWaits = 0;
  #hasSpoken = false;
  /** The key terms of the stream, as a message, and the sent audio when they were compared. */
  #configured = '';
  #comparedMs = 0;
  /** The start of the current utterance on the clock of sent audio. */
  #finishedMs = 0;
  /** Audio that is too short for a message of its own. */
  readonly #gathered: GatheredAudio;

  /** Opens the connection through `dispatcher`, which restricts where it may lead. */
  constructor(
    protocol: ListenProtocol | CarriedProtocol,
    listening: ListenOptions,
    dispatcher: Dispatcher | undefined,
  ) {
    this.#listening = listening;
    this.#protocol = protocol;
    this.#clock = new AudioClock(listening.sampleRateHz);
    this.#assembler = protocol.createAssembler(this.#clock);
    this.#events = new Inbox(eventsMax, () => this.#fail('sent more results than were read', true));
    this.#gathered = new GatheredAudio(((protocol.audioMsMin ?? 0) * listening.sampleRateHz) / 1000);
    this.#configured = protocol.configureMessage?.() ?? '';
    if (listening.signal.aborted) {
      this.#events.abort(listening.signal.reason);
      return;
    }
    listening.signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#transport = this.#open(dispatcher);
    if (protocol.openingMessage !== undefined) this.#transport.send(protocol.openingMessage);
    if (protocol.isReady) {
      this.#waiting = [];
      this.#opening.restart(readyTimeoutMs);
    }
    this.#expectAudio();
  }

  write(pcm: Int16Array, atMs: number): void {
    if (this.#events.hasEnded || pcm.length === 0) return;
    this.#clock.sent(pcm.length, atMs);
    this.#sendAudio(this.#gathered.push(pcm));
    this.#configure();
    this.#expectAudio();
  }

  finish(atMs: number): void {
    if (this.#events.hasEnded) return;
    this.#tell(this.#assembler.finish(atMs, this.#clock.sentMs));
    const isEmpty = this.#clock.sentMs === this.#finishedMs;
    this.#finishedMs = this.#clock.sentMs;
    if (isEmpty) {
      this.#conclude();
      return;
    }
    if (!this.#assembler.isFinishing) return;
    const { finalizeMessage, finalizeTimeoutMs } = this.#protocol;
    this.#flush.restart(finalizeTimeoutMs);
    if (finalizeMessage === null) return;
    this.#clock.requestedResults();
    this.#send(finalizeMessage);
  }

  close(): void {
    if (this.#events.hasEnded) return;
    this.#events.end();
    const { closeMessage } = this.#protocol;
    if (closeMessage !== null && this.#waiting === null) this.#transport?.send(closeMessage);
    this.#release();
  }

  [Symbol.asyncIterator](): AsyncIterator<TranscriptEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  #open(dispatcher: Dispatcher | undefined): Transport {
    const protocol = this.#protocol;
    const onEnd = (failure: unknown) => {
      this.#events.fail(failure);
      this.#release();
    };
    if ('open' in protocol) return protocol.open({ onMessage: (message) => this.#receive(message), onEnd });
    const { provider, url, headers, secrets, reasonHeader, isRetryable } = protocol;
    return openSocket({
      ...{ provider, url, headers, secrets, dispatcher },
      ...(reasonHeader !== undefined && { reasonHeader }),
      ...(isRetryable && { isRetryable }),
      onMessage: (data) => this.#parse(data),
      onEnd,
    });
  }

  #parse(data: string | Uint8Array): void {
    if (typeof data !== 'string' || this.#events.hasEnded) return;
    let message: Record<string, unknown>;
    try {
      message = parseMessage(this.#protocol.provider, data);
    } catch (error) {
      this.#events.fail(error);
      this.#release();
      return;
    }
    this.#receive(message);
  }

  #receive(message: Record<string, unknown>): void {
    if (this.#events.hasEnded) return;
    this.#hasSpoken = true;
    if (this.#waiting && this.#protocol.isReady?.(message)) this.#ready(this.#waiting);
    const failure = this.#protocol.failureIn(message);
    if (failure) this.#fail(failure.words, failure.retryable);
    else this.#tell(this.#assembler.take(message));
  }

  #sendAudio(pcm: Int16Array): void {
    if (pcm.length === 0) return;
    const { audioMessage = pcmBytes } = this.#protocol;
    const message = audioMessage(pcm);
    if (message.length > 0) this.#send(message);
  }

  #send(message: ClientMessage): void {
    if (this.#waiting) this.#waiting.push(message);
    else this.#transport?.send(message);
  }

  #ready(waiting: readonly ClientMessage[]): void {
    this.#opening.stop();
    this.#waiting = null;
    for (const message of waiting) this.#transport?.send(message);
  }

  #tell(events: readonly TranscriptEvent[]): void {
    for (const event of events) this.#events.push(event);
    if (this.#assembler.isFinishing) return;
    this.#flush.stop();
    if (events.some(({ type }) => type === 'final')) this.#tellUsage();
  }

  /**
   * Concludes the oldest finished utterance, unless the service is silent. An empty result would say that the caller said
   * nothing, and the turn would not ask another transcriber.
   */
  #waitOver(): void {
    this.#silentWaits = this.#hasSpoken ? 0 : this.#silentWaits + 1;
    this.#hasSpoken = false;
    const { answersFinalize = false, reportsAudio = false } = this.#protocol;
    const isSilent = answersFinalize || this.#silentWaits >= (reportsAudio ? 1 : silentWaitsMax);
    if (this.#assembler.hasWords || !isSilent) this.#conclude();
    else this.#flush.restart(this.#protocol.finalizeTimeoutMs);
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
    this.#send(message);
  }

  #expectAudio(): void {
    const { keepAlive } = this.#protocol;
    if (keepAlive) this.#keepAlive.restart(keepAlive.everyMs);
  }

  #stayAlive(): void {
    this.#send(this.#protocol.keepAlive!.message);
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
    const { provider, secrets } = this.#protocol;
    const message = `${provider}: ${shorten(withoutSecrets(words, secrets))}`;
    this.#events.fail(new ProviderError(provider, message, { retryable }));
    this.#release();
  }

  #release(): void {
    this.#keepAlive.stop();
    this.#flush.stop();
    this.#opening.stop();
    this.#waiting = null;
    this.#listening.signal.removeEventListener('abort', this.#onAbort);
    this.#tellUsage();
    this.#transport?.close();
  }
}

/** Gathers audio until it has the length of a message. The rest at the end of an utterance is sent with what follows. */
class GatheredAudio {
  readonly #samplesMin: number;
  #pieces: Int16Array[] = [];
  #samples = 0;

  constructor(samplesMin: number) {
    this.#samplesMin = samplesMin;
  }

  /** Returns the gathered audio when it is long enough; empty before. */
  push(pcm: Int16Array): Int16Array {
    if (this.#samplesMin === 0) return pcm;
    this.#pieces.push(pcm);
    this.#samples += pcm.length;
    if (this.#samples < this.#samplesMin) return new Int16Array();
    const whole = new Int16Array(this.#samples);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [];
    this.#samples = 0;
    return whole;
  }
}
