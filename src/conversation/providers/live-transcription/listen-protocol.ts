import type { TranscriptEvent } from '../interfaces/index.ts';
import type { AudioClock } from '../kit/index.ts';
import type { SocketOptions } from '../network/index.ts';

/** A message of the client: JSON as text, or audio. */
export type ClientMessage = string | Uint8Array<ArrayBuffer>;

/** A vendor's protocol for one stream over one WebSocket, with messages in JSON. */
export interface ListenProtocol extends ListenMessages {
  /** The address of the WebSocket; a promise when another request returns it. */
  url: SocketOptions['url'];
  headers: Record<string, string>;
  /** The header, in lower case, with the service's reason for refusing the handshake. */
  reasonHeader?: string;
  isRetryable?: SocketOptions['isRetryable'];
  open?: never;
}

/** A vendor's protocol for one stream with another way of carrying the messages. */
export interface CarriedProtocol extends ListenMessages {
  open(handlers: TransportHandlers): Transport;
}

export interface TransportHandlers {
  onMessage(message: Record<string, unknown>): void;
  /** Called once when the transport fails; never after `close`. */
  onEnd(failure: unknown): void;
}

/** A connection that accepts messages at once, and sends them when it can. */
export interface Transport {
  send(message: ClientMessage): void;
  /** Closes the connection. No further event follows. */
  close(): void;
}

/** The messages of a protocol. */
interface ListenMessages {
  /** The provider's name, for errors. */
  provider: string;
  /** Texts that are removed from error messages. */
  secrets: readonly string[];
  /** The message before all audio; absent when the address says everything. */
  openingMessage?: string;
  /** Returns whether a message permits audio; absent when the service takes audio at once. */
  isReady?: (message: Record<string, unknown>) => boolean;
  /** Returns the message with a piece of audio, or an empty one to send later; by default its 16-bit samples. */
  audioMessage?: (pcm: Int16Array) => ClientMessage;
  /** The shortest audio that the service takes in one message; absent when it takes any length. */
  audioMsMin?: number;
  /** Asks for the final results of the audio sent so far; `null` when the protocol has no such message. */
  finalizeMessage: string | null;
  /** Whether the service answers every `finalizeMessage`, also for audio without words. */
  answersFinalize?: boolean;
  /** Whether the service reports on all audio, also on silence. */
  reportsAudio?: boolean;
  /** Returns the message with the key terms of this moment; `null` when they stay as they were when the stream opened. */
  configureMessage: (() => string) | null;
  /** Keeps a connection without audio open; `null` when the protocol has no such message. */
  keepAlive: { message: string; everyMs: number } | null;
  /** Ends the stream; `null` when the service expects nothing but the end of the connection. */
  closeMessage: string | null;
  /**
   * The limit for results after `finish`. After it, the results so far count. It is shorter than the wait of the turn unless the
   * service answers every request.
   */
  finalizeTimeoutMs: number;
  /** Returns the error that a message reports; `null` for other messages. */
  failureIn(message: Record<string, unknown>): ReportedFailure | null;
  createAssembler(clock: AudioClock): Assembler;
}

/** An error that the service reports in a message of an open connection. */
export interface ReportedFailure {
  words: string;
  retryable: boolean;
}

/** Turns the messages of a protocol into events. */
export interface Assembler {
  /** Whether a finished utterance has no final result yet. */
  readonly isFinishing: boolean;
  /** Whether there are results that no final event has emitted yet. */
  readonly hasWords: boolean;
  /** Finishes an utterance at `atMs`, where `sentMs` of audio had been sent. */
  finish(atMs: number, sentMs: number): TranscriptEvent[];
  /** Returns the oldest finished utterance with its results so far. */
  conclude(): TranscriptEvent[];
  /** Takes a message; other messages than results yield no events. */
  take(message: Record<string, unknown>): TranscriptEvent[];
}
