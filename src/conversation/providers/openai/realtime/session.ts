import { waitAtMost } from '../../../../platform/kernel/index.ts';
import type {
  CallerEvent,
  ModelMessage,
  ModelTool,
  SpeechToSpeechOptions,
  SpeechToSpeechSession,
  SpokenPart,
} from '../../interfaces/index.ts';
import type { VendorOptions } from '../../kit/index.ts';
import { asObject, asText, Inbox, ProviderError, parseMessage } from '../../kit/index.ts';
import { openSocket, type ProviderSocket } from '../../network/index.ts';
import { AudioWriter } from './audio-format.ts';
import { type ClientEvent, type Dialect, type SessionSettings, sessionEventId } from './dialect.ts';
import { failureOf } from './failure.ts';
import { RealtimeResponse } from './response.ts';
import { ResponseBook } from './response-book.ts';
import { usageOfResponse } from './usage.ts';

/** The event names before the protocol was final; some servers still use them. */
const olderNames: Readonly<Record<string, string>> = {
  'response.audio.delta': 'response.output_audio.delta',
  'response.audio.done': 'response.output_audio.done',
  'response.audio_transcript.delta': 'response.output_audio_transcript.delta',
  'response.audio_transcript.done': 'response.output_audio_transcript.done',
};

const eventsMax = 1_000;
/** The longest wait for the end of a canceled response. */
const settleMsMax = 2_000;

/** One session over one connection. */
export class RealtimeSession implements SpeechToSpeechSession {
  readonly #dialect: Dialect;
  readonly #options: SpeechToSpeechOptions;
  readonly #settings: SessionSettings;
  readonly #secrets: readonly string[];
  readonly #events: Inbox<CallerEvent>;
  readonly #writer: AudioWriter;
  readonly #socket: ProviderSocket | null = null;
  readonly #responses = new ResponseBook();
  /** The last response in the conversation: the service generates one at a time. */
  #latest: RealtimeResponse | null = null;
  /** The lengths of the caller's turns that wait for a transcript. */
  readonly #turns = new Map<string, number>();
  #tools: string;
  #requests = 0;

  constructor(
    dialect: Dialect,
    vendor: VendorOptions,
    settings: SessionSettings,
    options: SpeechToSpeechOptions,
  ) {
    this.#dialect = dialect;
    this.#options = options;
    this.#settings = settings;
    this.#tools = JSON.stringify(options.tools);
    this.#writer = new AudioWriter(settings.format, options.sampleRateHz);
    this.#events = new Inbox(eventsMax, () => this.#fail(this.#failed('sent more events than were read')));
    const service = dialect.serviceFor(vendor, settings.model);
    this.#secrets = service.secrets;
    if (options.signal.aborted) {
      this.#events.abort(options.signal.reason);
      return;
    }
    options.signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#socket = openSocket({
      ...{ provider: dialect.name, ...service },
      dispatcher: vendor.dispatcher,
      onMessage: (data) => this.#receive(data),
      onEnd: (failure) => this.#fail(failure),
    });
    this.#send(dialect.sessionUpdate(options, settings));
    for (const event of dialect.historyEvents(options.history)) this.#send(event);
  }

  write(pcm: Int16Array): void {
    const audio = this.#writer.write(pcm);
    if (audio !== '') this.#send({ type: 'input_audio_buffer.append', audio });
  }

  finish(): void {
    this.#send({ type: 'input_audio_buffer.commit' });
  }

  discard(): void {
    this.#writer.takeLengthMs();
    this.#send({ type: 'input_audio_buffer.clear' });
  }

  add(message: ModelMessage): void {
    for (const event of this.#dialect.itemEvents(message)) this.#send(event);
  }

  async *respond(request: { tools: readonly ModelTool[]; signal: AbortSignal }): AsyncIterable<SpokenPart> {
    const tools = JSON.stringify(request.tools);
    if (tools !== this.#tools) this.#send(this.#dialect.toolsUpdate(request.tools));
    this.#tools = tools;
    const before = this.#latest;
    if (before) {
      // A reader that gave up while it waited could not end it, and the service answers one request at a time.
      this.#cancel(before);
      await waitAtMost(before.over, settleMsMax, request.signal);
      request.signal.throwIfAborted();
      if (!before.isOver) this.#fail(this.#failed('did not end an answer'));
    }
    yield* this.#ask(this.#dialect.responseCreate, request.signal, (response) => {
      this.#latest = response;
    });
  }

  say(text: string, signal: AbortSignal): AsyncIterable<SpokenPart> {
    return this.#ask((id) => this.#dialect.readingCreate(id, text), signal);
  }

  truncate(itemId: string, heardMs: number): void {
    if (heardMs < 1) {
      this.forget(itemId);
      return;
    }
    const audio_end_ms = Math.floor(heardMs);
    // The service rejects a position after the end of the audio.
    if (audio_end_ms >= this.#responses.lengthMs(itemId)) return;
    this.#send({ type: 'conversation.item.truncate', item_id: itemId, content_index: 0, audio_end_ms });
  }

  forget(itemId: string): void {
    this.#send({ type: 'conversation.item.delete', item_id: itemId });
  }

  close(): void {
    if (this.#events.hasEnded) return;
    this.#events.end();
    this.#release(this.#failed('was closed'));
  }

  [Symbol.asyncIterator](): AsyncIterator<CallerEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  async *#ask(
    event: (id: string) => ClientEvent,
    signal: AbortSignal,
    onAsked: (response: RealtimeResponse) => void = () => undefined,
  ): AsyncGenerator<SpokenPart> {
    signal.throwIfAborted();
    const response = new RealtimeResponse(
      this.#dialect.name,
      `request-${++this.#requests}`,
      { format: this.#settings.format, sampleRateHz: this.#options.sampleRateHz },
      this.#secrets,
    );
    const onAbort = () => response.parts.abort(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (this.#events.hasEnded) response.parts.fail(this.#failure ?? this.#failed('has no connection'));
    else {
      this.#responses.ask(response);
      onAsked(response);
      this.#send(event(response.requestId));
    }
    try {
      yield* response.parts;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#cancel(response);
    }
  }

  /** Cancels a response. One that has not started is canceled when it starts. */
  #cancel(response: RealtimeResponse): void {
    if (response.isOver) return;
    response.parts.abort(this.#failed('was canceled'));
    const { responseId } = response;
    if (responseId !== null) this.#send({ type: 'response.cancel', response_id: responseId });
  }

  #send(event: ClientEvent): void {
    if (!this.#events.hasEnded) this.#socket?.send(JSON.stringify(event));
  }

  #receive(data: string | Uint8Array): void {
    if (typeof data !== 'string' || this.#events.hasEnded) return;
    try {
      const event = parseMessage(this.#dialect.name, data);
      const type = asText(event.type);
      this.#take(olderNames[type] ?? type, event);
    } catch (error) {
      this.#fail(error);
    }
  }

  #take(type: string, event: Record<string, unknown>): void {
    const itemId = asText(event.item_id);
    switch (type) {
      case 'input_audio_buffer.committed':
        this.#turns.set(itemId, this.#writer.takeLengthMs());
        this.#events.push({ type: 'turn', itemId });
        break;
      case 'conversation.item.input_audio_transcription.completed':
        this.#tellTranscription(itemId);
        this.#events.push({ type: 'heard', itemId, text: asText(event.transcript).trim() });
        break;
      case 'conversation.item.input_audio_transcription.failed':
        this.#turns.delete(itemId);
        this.#options.onProblem?.(failureOf(this.#dialect.name, event.error, this.#secrets));
        this.#events.push({ type: 'heard', itemId, text: '' });
        break;
      case 'error':
        this.#object(asObject(event.error));
        break;
      case 'response.created':
        this.#begin(asObject(event.response));
        break;
      default:
        if (type.startsWith('response.')) this.#takePart(type, event);
    }
  }

  #tellTranscription(itemId: string): void {
    const audioMs = this.#turns.get(itemId) ?? 0;
    this.#turns.delete(itemId);
    const of = { kind: 'speech-to-text', model: this.#settings.transcriptionModel } as const;
    this.#options.onUsage?.({ audioMs }, of);
  }

  #begin(started: Record<string, unknown>): void {
    const response = this.#responses.begin(started);
    if (!response) this.#send({ type: 'response.cancel', response_id: asText(started.id) });
    else if (response.parts.hasEnded) this.#cancel(response);
  }

  #takePart(type: string, event: Record<string, unknown>): void {
    const whole = asObject(event.response);
    const response = this.#responses.find(asText(event.response_id) || asText(whole.id));
    if (type === 'response.done') {
      const of = { kind: 'speech-to-speech', model: this.#settings.model } as const;
      this.#options.onUsage?.(usageOfResponse(whole.usage), of);
    }
    if (!response) return;
    try {
      response.take(type, event);
    } catch (error) {
      response.parts.fail(error);
    }
  }

  /** Handles an error event. Most concern a single event, and the session continues. */
  #object(error: Record<string, unknown>): void {
    const failure = failureOf(this.#dialect.name, error, this.#secrets);
    if (this.#responses.refuse(error.event_id, failure)) return;
    if (error.event_id === sessionEventId || error.code === 'session_expired') this.#fail(failure);
    else this.#options.onProblem?.(failure);
  }

  readonly #onAbort = () => {
    this.#events.abort(this.#options.signal.reason);
    this.#release(this.#options.signal.reason);
  };

  #failure: unknown = null;

  #fail(failure: unknown): void {
    if (this.#events.hasEnded) return;
    this.#failure = failure;
    this.#events.fail(failure);
    this.#release(failure);
  }

  #failed(what: string): ProviderError {
    const { name } = this.#dialect;
    return new ProviderError(name, `${name} ${what}`, { retryable: true });
  }

  #release(failure: unknown): void {
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#responses.failAll(failure);
    this.#socket?.close();
  }
}
