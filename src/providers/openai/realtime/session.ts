import { delay } from '../../../kernel/index.ts';
import {
  asObject,
  asText,
  Inbox,
  openSocket,
  ProviderError,
  type ProviderSocket,
  parseMessage,
} from '../../kit/index.ts';
import type {
  CallerEvent,
  ModelMessage,
  ModelTool,
  SpeechToSpeechOptions,
  SpeechToSpeechSession,
  SpokenPart,
} from '../../spec/index.ts';
import { openAiName } from '../language-model.ts';
import { serviceRequest } from '../service.ts';
import { AudioWriter } from './audio-format.ts';
import {
  type ClientEvent,
  historyEvents,
  itemEvents,
  readingCreate,
  responseCreate,
  type SessionSettings,
  sessionEventId,
  sessionUpdate,
  toolsUpdate,
} from './client-events.ts';
import { failureOf } from './failure.ts';
import { RealtimeResponse } from './response.ts';
import type { OpenAiRealtimeOptions } from './speech-to-speech.ts';
import { usageOfResponse, usageOfTranscription } from './usage.ts';

/** What the events were called before the protocol was final; some servers still say so. */
const olderNames: Readonly<Record<string, string>> = {
  'response.audio.delta': 'response.output_audio.delta',
  'response.audio.done': 'response.output_audio.done',
  'response.audio_transcript.delta': 'response.output_audio_transcript.delta',
  'response.audio_transcript.done': 'response.output_audio_transcript.done',
};

const eventsMax = 1_000;
/** Items of the model whose lengths are remembered, because they may still be truncated. */
const responsesMax = 20;

/** One conversation over one connection. */
export class RealtimeSession implements SpeechToSpeechSession {
  readonly #options: SpeechToSpeechOptions;
  readonly #settings: SessionSettings;
  readonly #secrets: readonly string[];
  readonly #events: Inbox<CallerEvent>;
  readonly #writer: AudioWriter;
  readonly #socket: ProviderSocket | null = null;
  /** Asked for and not begun, in order; then those that have begun, the latest last. */
  readonly #asked: RealtimeResponse[] = [];
  readonly #begun = new Map<string, RealtimeResponse>();
  /** The last that is part of the conversation: the service works on one at a time. */
  #latest: RealtimeResponse | null = null;
  #tools: string;
  #requests = 0;

  constructor(vendor: OpenAiRealtimeOptions, settings: SessionSettings, options: SpeechToSpeechOptions) {
    this.#options = options;
    this.#settings = settings;
    this.#tools = JSON.stringify(options.tools);
    this.#writer = new AudioWriter(settings.format, options.sampleRateHz);
    this.#events = new Inbox(eventsMax, () => this.#fail(failed('told more than anyone reads')));
    const service = serviceRequest(openAiName, vendor, 'realtime', undefined);
    this.#secrets = service.secrets;
    if (options.signal.aborted) {
      this.#events.abort(options.signal.reason);
      return;
    }
    options.signal.addEventListener('abort', this.#onAbort, { once: true });
    const url = new URL(String(service.url).replace(/^http/, 'ws'));
    url.searchParams.set('model', vendor.model ?? defaultModel);
    this.#socket = openSocket({
      provider: openAiName,
      url,
      headers: service.headers,
      secrets: service.secrets,
      dispatcher: vendor.dispatcher,
      onMessage: (data) => this.#receive(data),
      onEnd: (failure) => this.#fail(failure),
    });
    this.#send(sessionUpdate(options, settings));
    for (const event of historyEvents(options.history)) this.#send(event);
  }

  write(pcm: Int16Array): void {
    const audio = this.#writer.write(pcm);
    if (audio !== '') this.#send({ type: 'input_audio_buffer.append', audio });
  }

  finish(): void {
    this.#send({ type: 'input_audio_buffer.commit' });
  }

  discard(): void {
    this.#send({ type: 'input_audio_buffer.clear' });
  }

  tell(message: ModelMessage): void {
    for (const event of itemEvents(message)) this.#send(event);
  }

  async *respond(request: { tools: readonly ModelTool[]; signal: AbortSignal }): AsyncIterable<SpokenPart> {
    const tools = JSON.stringify(request.tools);
    if (tools !== this.#tools) this.#send(toolsUpdate(request.tools));
    this.#tools = tools;
    const before = this.#latest;
    if (before) await settled(before.over, request.signal);
    yield* this.#ask(responseCreate, request.signal, (response) => {
      this.#latest = response;
    });
  }

  say(text: string, signal: AbortSignal): AsyncIterable<SpokenPart> {
    return this.#ask((id) => readingCreate(id, text), signal);
  }

  truncate(itemId: string, heardMs: number): void {
    if (heardMs < 1) {
      this.forget(itemId);
      return;
    }
    const lengths = [...this.#begun.values()].map((response) => response.lengthMs(itemId) ?? 0);
    const audio_end_ms = Math.floor(heardMs);
    // The service refuses a position behind the end of the audio.
    if (audio_end_ms >= Math.max(...lengths, 0)) return;
    this.#send({ type: 'conversation.item.truncate', item_id: itemId, content_index: 0, audio_end_ms });
  }

  forget(itemId: string): void {
    this.#send({ type: 'conversation.item.delete', item_id: itemId });
  }

  close(): void {
    if (this.#events.hasEnded) return;
    this.#events.end();
    this.#release(failed('was closed'));
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
      `request-${++this.#requests}`,
      { format: this.#settings.format, sampleRateHz: this.#options.sampleRateHz },
      this.#secrets,
    );
    const onAbort = () => response.parts.abort(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (this.#events.hasEnded) response.parts.fail(failed('has no connection'));
    else {
      this.#asked.push(response);
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

  /** Ends a response that nobody wants any more, if it goes on; one that has not begun is ended when it does. */
  #cancel(response: RealtimeResponse): void {
    if (response.isOver) return;
    response.parts.abort(failed('was called off'));
    const { responseId } = response;
    if (responseId !== null) this.#send({ type: 'response.cancel', response_id: responseId });
  }

  #send(event: ClientEvent): void {
    if (!this.#events.hasEnded) this.#socket?.send(JSON.stringify(event));
  }

  #receive(data: string | Uint8Array): void {
    if (typeof data !== 'string' || this.#events.hasEnded) return;
    try {
      const event = parseMessage(openAiName, data);
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
        this.#events.push({ type: 'turn', itemId });
        break;
      case 'conversation.item.input_audio_transcription.completed':
        this.#options.onUsage?.(usageOfTranscription(event.usage), 'speech-to-text');
        this.#events.push({ type: 'heard', itemId, text: asText(event.transcript).trim() });
        break;
      case 'conversation.item.input_audio_transcription.failed':
        this.#options.onProblem?.(failureOf(event.error, this.#secrets));
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

  /** A response has begun: the one that its metadata names, else the one that was asked for first. */
  #begin({ id, metadata }: Record<string, unknown>): void {
    const requestId = asText(asObject(metadata).request);
    const index = requestId === '' ? 0 : this.#asked.findIndex((one) => one.requestId === requestId);
    const [response] = index < 0 ? [] : this.#asked.splice(index, 1);
    if (!response) {
      // Nobody asked for it.
      this.#send({ type: 'response.cancel', response_id: asText(id) });
      return;
    }
    response.responseId = asText(id);
    this.#begun.set(response.responseId, response);
    for (const oldest of this.#begun.keys()) if (this.#begun.size > responsesMax) this.#begun.delete(oldest);
    if (response.parts.hasEnded) this.#cancel(response);
  }

  #takePart(type: string, event: Record<string, unknown>): void {
    const whole = asObject(event.response);
    const response = this.#begun.get(asText(event.response_id) || asText(whole.id));
    if (type === 'response.done') this.#options.onUsage?.(usageOfResponse(whole.usage), 'speech-to-speech');
    if (!response) return;
    try {
      response.take(type, event);
    } catch (error) {
      response.parts.fail(error);
    }
  }

  /** Most errors concern one event, and the session goes on. */
  #object(error: Record<string, unknown>): void {
    const failure = failureOf(error, this.#secrets);
    const index = this.#asked.findIndex(({ requestId }) => requestId === error.event_id);
    const [response] = index < 0 ? [] : this.#asked.splice(index, 1);
    if (response) {
      response.end();
      response.parts.fail(failure);
    } else if (error.event_id === sessionEventId || error.code === 'session_expired') this.#fail(failure);
    else this.#options.onProblem?.(failure);
  }

  readonly #onAbort = () => {
    this.#events.abort(this.#options.signal.reason);
    this.#release(this.#options.signal.reason);
  };

  #fail(failure: unknown): void {
    this.#events.fail(failure);
    this.#release(failure);
  }

  #release(failure: unknown): void {
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    for (const response of [...this.#asked.splice(0), ...this.#begun.values()]) {
      response.end();
      response.parts.fail(failure);
    }
    this.#socket?.close();
  }
}

const defaultModel = 'gpt-realtime';
/** A service takes no longer to end what was called off. */
const settleMsMax = 1_000;

/** Waits for a response to be over, but not for long. */
async function settled(over: Promise<void>, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  await Promise.race([over, delay(settleMsMax, AbortSignal.any([signal, done.signal]))]);
  done.abort();
}

function failed(what: string): ProviderError {
  return new ProviderError(openAiName, `${openAiName} ${what}`, { retryable: true });
}
