import { randomUUID } from 'node:crypto';
import { wavHeader } from '../../../telephony/media/index.ts';
import { ProviderError, parseMessage, Watch } from '../kit/index.ts';
import type { ClientMessage, Transport, TransportHandlers } from '../live-transcription/index.ts';
import { openSocket, type ProviderSocket, type SocketOptions } from '../network/index.ts';
import { audioFrame, readFrame, textFrame } from './frames.ts';

/** The message that ends an utterance. */
export const endOfUtterance = 'end';
/** The longest wait for the end of a turn. */
const turnEndTimeoutMs = 5_000;

type SocketTo = Omit<SocketOptions, 'onMessage' | 'onEnd'>;

interface Turn {
  requestId: string;
  /** The start of its audio, on the clock of sent audio. */
  startMs: number;
  /** The service was asked for the last results. */
  isEnded: boolean;
}

/**
 * Carries audio to the service in turns, one for each utterance: an empty piece of audio ends a turn, and the service then sends
 * its last results at once. Audio that arrives before they are here waits for the next turn.
 *
 * The service closes connections that are idle for minutes. The next utterance opens another.
 */
export class Recognition implements Transport {
  readonly #to: SocketTo;
  readonly #sampleRateHz: number;
  readonly #context: () => object;
  readonly #handlers: TransportHandlers;
  readonly #turnEnd = new Watch(() => this.#fail('did not end the turn in time'));
  #socket: ProviderSocket | null;
  #turn: Turn | null = null;
  #waiting: ClientMessage[] = [];
  #sentMs = 0;
  #isClosed = false;

  /** `context` returns the settings of a turn that begins. */
  constructor(to: SocketTo, sampleRateHz: number, context: () => object, handlers: TransportHandlers) {
    this.#to = to;
    this.#sampleRateHz = sampleRateHz;
    this.#context = context;
    this.#handlers = handlers;
    this.#socket = this.#open();
  }

  send(message: ClientMessage): void {
    if (this.#isClosed) return;
    if (this.#turn?.isEnded) this.#waiting.push(message);
    else if (message === endOfUtterance) this.#end();
    else if (typeof message !== 'string') this.#sendAudio(message);
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.#turnEnd.stop();
    this.#socket?.close();
  }

  #open(): ProviderSocket {
    const socket = openSocket({
      ...this.#to,
      onMessage: (data) => this.#receive(data),
      onEnd: (failure) => this.#ended(failure),
    });
    const system = { name: 'Parley', version: '1.0', build: 'Node.js', lang: 'TypeScript' };
    socket.send(textFrame('speech.config', newId(), { context: { system } }));
    return socket;
  }

  #ended(failure: ProviderError): void {
    // Between turns, a connection that was open is replaced when it is needed.
    const wasOpen = (failure.status ?? 0) >= 1000;
    this.#socket = null;
    if (this.#turn !== null || !wasOpen) this.#giveUp(failure);
  }

  #sendAudio(audio: Uint8Array): void {
    this.#socket ??= this.#open();
    this.#turn ??= this.#begin(this.#socket);
    this.#socket.send(audioFrame(this.#turn.requestId, audio));
    this.#sentMs += (audio.length / 2 / this.#sampleRateHz) * 1000;
  }

  #begin(socket: ProviderSocket): Turn {
    const turn = { requestId: newId(), startMs: this.#sentMs, isEnded: false };
    socket.send(textFrame('speech.context', turn.requestId, this.#context()));
    socket.send(audioFrame(turn.requestId, wavHeader(1, this.#sampleRateHz, 0), 'audio/x-wav'));
    return turn;
  }

  #end(): void {
    if (this.#turn === null) {
      // The service has ended the turn itself.
      this.#handlers.onMessage({ path: 'turn.end' });
      return;
    }
    this.#turn.isEnded = true;
    this.#socket?.send(audioFrame(this.#turn.requestId, new Uint8Array()));
    this.#turnEnd.restart(turnEndTimeoutMs);
  }

  #receive(data: string | Uint8Array): void {
    if (typeof data !== 'string') return;
    const { path, requestId, body } = readFrame(data);
    const turn = this.#turn;
    if (turn === null || requestId.toLowerCase() !== turn.requestId) return;
    const content = body === '' ? {} : parseMessage(this.#to.provider, body);
    if (path === 'turn.end') {
      this.#turnEnd.stop();
      this.#turn = null;
    }
    this.#handlers.onMessage({ path, startMs: turn.startMs, content });
    if (path === 'turn.end') for (const message of this.#waiting.splice(0)) this.send(message);
  }

  #fail(what: string): void {
    const { provider } = this.#to;
    this.#giveUp(new ProviderError(provider, `${provider} ${what}`, { retryable: true }));
  }

  #giveUp(failure: unknown): void {
    if (this.#isClosed) return;
    this.close();
    this.#handlers.onEnd(failure);
  }
}

/** Returns an id in the form of the service: a UUID without hyphens. */
function newId(): string {
  return randomUUID().replaceAll('-', '');
}
