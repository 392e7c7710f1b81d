import type { ModelMessage, ModelTool, SpeechToSpeechOptions } from '../../interfaces/index.ts';
import type { VendorOptions } from '../../kit/index.ts';
import type { AudioFormat } from './audio-format.ts';

/** An event as it is sent. */
export type ClientEvent = { type: string } & Record<string, unknown>;

/** The settings of a session besides its options. */
export interface SessionSettings {
  model: string;
  voice: string;
  format: AudioFormat;
  transcriptionModel: string;
  /** The part that ends the caller's turn: `local`, our pipeline; otherwise the service, by a way of that name. */
  turnDetection: string;
  silenceMs: number | undefined;
  outputTokensMax: number | undefined;
}

/** Errors of the service refer to the event by this id. */
export const sessionEventId = 'session';

/** The differences between services that speak the Realtime protocol. */
export interface Dialect {
  /** The provider's name. */
  readonly name: string;
  /** Returns the address of the WebSocket for a model, and the credentials. */
  serviceFor(
    vendor: VendorOptions,
    model: string,
  ): { url: URL; headers: Record<string, string>; secrets: readonly string[] };
  /** Returns the first event of every connection, which configures the session. */
  sessionUpdate(options: SpeechToSpeechOptions, settings: SessionSettings): ClientEvent;
  /** Returns the event that changes the session's tools. */
  toolsUpdate(tools: readonly ModelTool[]): ClientEvent;
  /** Returns the events that add the history to the conversation, without the instructions. */
  historyEvents(history: readonly ModelMessage[]): ClientEvent[];
  /** Returns the events that add one message and its tool calls. */
  itemEvents(message: ModelMessage): ClientEvent[];
  /** Returns the event that asks for an answer. The service returns the id with it. */
  responseCreate(id: string): ClientEvent;
  /** Returns the event that asks to speak a text outside the conversation. */
  readingCreate(id: string, text: string): ClientEvent;
}
