import { monotonicMs } from '../../../platform/kernel/index.ts';
import { ProviderError, Watch } from '../kit/index.ts';
import type { ClientMessage, Transport, TransportHandlers } from '../live-transcription/index.ts';
import type { GrpcCall } from '../network/index.ts';
import { audioRequest, type Recognized, readResponse } from './messages.ts';

/** The message that ends an utterance. */
export const endOfUtterance = 'end';
/** The service ends a stream after five minutes. The next one begins before. */
const streamMsMax = 280_000;
/** The service takes 25 KB of audio in a message. */
const audioBytesMax = 15_000;
/** The longest wait for the end of a stream after the end of its audio. */
const endTimeoutMs = 5_000;
/** The status of a stream to which no audio was sent for seconds. */
const abandoned = 409;

/** Opens a call of the service, which begins with its settings. */
type OpenCall = (handlers: {
  onMessage(message: Uint8Array): void;
  onEnd(failure: ProviderError | null): void;
}) => GrpcCall;

interface Stream {
  call: GrpcCall;
  /** The start of its audio, on the clock of sent audio. */
  startMs: number;
  openedAtMs: number;
  /** No more audio is sent to it. */
  isEnded: boolean;
  /** It ends an utterance, rather than being continued by the next stream. */
  isUtterance: boolean;
  /** The service has sent all of it. */
  isOver: boolean;
  /** The wait for the rest of it. */
  end: Watch;
  /** Results that wait for those of the stream before. */
  results: Recognized[];
}

/**
 * Carries audio to the service in one stream for each utterance: the end of a stream makes the service send its last results at
 * once. A long utterance continues in the next stream. Results arrive in the order of the streams.
 */
export class StreamedRecognition implements Transport {
  readonly #provider: string;
  readonly #sampleRateHz: number;
  readonly #openCall: OpenCall;
  readonly #handlers: TransportHandlers;
  /** The streams with results to come, oldest first. */
  readonly #streams: Stream[] = [];
  #sentMs = 0;
  #isClosed = false;

  constructor(provider: string, sampleRateHz: number, openCall: OpenCall, handlers: TransportHandlers) {
    this.#provider = provider;
    this.#sampleRateHz = sampleRateHz;
    this.#openCall = openCall;
    this.#handlers = handlers;
  }

  send(message: ClientMessage): void {
    if (this.#isClosed) return;
    if (typeof message !== 'string') this.#sendAudio(message);
    else if (message === endOfUtterance) this.#endUtterance();
  }

  close(): void {
    this.#isClosed = true;
    for (const { call, end } of this.#streams.splice(0)) {
      end.stop();
      call.cancel();
    }
  }

  #sendAudio(audio: Uint8Array): void {
    let stream = this.#current();
    if (stream && monotonicMs() - stream.openedAtMs > streamMsMax) {
      end(stream);
      stream = undefined;
    }
    stream ??= this.#open();
    for (let at = 0; at < audio.length; at += audioBytesMax)
      stream.call.send(audioRequest(audio.subarray(at, at + audioBytesMax)));
    this.#sentMs += (audio.length / 2 / this.#sampleRateHz) * 1000;
  }

  #endUtterance(): void {
    const stream = this.#current();
    if (stream) {
      stream.isUtterance = true;
      end(stream);
    } else {
      // The service has ended the stream itself, and the utterance ends with the stream before.
      const last = this.#streams.at(-1);
      if (last) last.isUtterance = true;
      else this.#handlers.onMessage({ isFlushed: true });
    }
  }

  /** Returns the stream that takes audio. */
  #current(): Stream | undefined {
    const last = this.#streams.at(-1);
    return last?.isEnded ? undefined : last;
  }

  #open(): Stream {
    const stream: Stream = {
      call: this.#openCall({
        onMessage: (message) => this.#receive(stream, message),
        onEnd: (failure) => this.#over(stream, failure),
      }),
      ...{ startMs: this.#sentMs, openedAtMs: monotonicMs() },
      ...{ isEnded: false, isUtterance: false, isOver: false, results: [] },
      // Later results wait for those of this stream.
      end: new Watch(() => this.#giveUp(this.#failed('did not end a stream in time'))),
    };
    this.#streams.push(stream);
    return stream;
  }

  #receive(stream: Stream, message: Uint8Array): void {
    if (this.#isClosed) return;
    try {
      stream.results.push(readResponse(message));
    } catch (error) {
      this.#giveUp(this.#failed(`sent an invalid message: ${(error as Error).message}`));
      return;
    }
    this.#deliver();
  }

  #over(stream: Stream, failure: ProviderError | null): void {
    if (this.#isClosed) return;
    if (failure && (stream.isEnded || failure.status !== abandoned)) {
      this.#giveUp(failure);
      return;
    }
    stream.end.stop();
    stream.isEnded = true;
    stream.isOver = true;
    this.#deliver();
  }

  /** Passes on the results of the oldest stream, and of the next ones when it is over. */
  #deliver(): void {
    for (let first = this.#streams[0]; first && !this.#isClosed; first = this.#streams[0]) {
      const { startMs } = first;
      for (const recognized of first.results.splice(0))
        this.#handlers.onMessage({ ...recognized, startMs, isFlushed: false });
      if (!first.isOver) return;
      this.#streams.shift();
      if (first.isUtterance) this.#handlers.onMessage({ isFlushed: true });
    }
  }

  #failed(words: string): ProviderError {
    return new ProviderError(this.#provider, `${this.#provider} ${words}`, { retryable: true });
  }

  #giveUp(failure: ProviderError): void {
    this.close();
    this.#handlers.onEnd(failure);
  }
}

function end(stream: Stream): void {
  stream.isEnded = true;
  stream.call.end();
  stream.end.restart(endTimeoutMs);
}
