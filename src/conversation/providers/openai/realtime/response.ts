import type { SpokenPart } from '../../interfaces/index.ts';
import { asArray, asObject, asText, Inbox, ProviderError, ToolArguments } from '../../kit/index.ts';
import { type AudioFormat, AudioReader } from './audio-format.ts';
import { failureOf } from './failure.ts';

/** The most unread parts of one response: many minutes. */
const partsMax = 10_000;

type ServerEvent = Record<string, unknown>;

/** One response of the service while it arrives. */
export class RealtimeResponse {
  /** Our own id, and the service's once it is known. */
  readonly requestId: string;
  responseId: string | null = null;
  readonly parts: Inbox<SpokenPart>;
  readonly #audio: { format: AudioFormat; sampleRateHz: number };
  readonly #provider: string;
  readonly #secrets: readonly string[];
  readonly #readers = new Map<string, AudioReader>();
  readonly #names = new Map<string, string>();
  readonly #called = new Set<string>();
  readonly #over = Promise.withResolvers<void>();
  #isOver = false;
  readonly #worded = new Set<string>();

  constructor(
    provider: string,
    requestId: string,
    audio: { format: AudioFormat; sampleRateHz: number },
    secrets: readonly string[],
  ) {
    this.#provider = provider;
    this.requestId = requestId;
    this.#audio = audio;
    this.#secrets = secrets;
    this.parts = new Inbox(partsMax, () => {
      const failure = `${provider} sent more audio than was read`;
      this.parts.fail(new ProviderError(provider, failure, { retryable: true }));
    });
  }

  /** Whether the service has sent all of it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves when the response is over. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Ends the response, complete or not. */
  end(): void {
    this.#isOver = true;
    this.#over.resolve();
  }

  /** Ends the response with a failure. */
  fail(failure: unknown): void {
    this.end();
    this.parts.fail(failure);
  }

  /** Returns the length of an item's received audio; `null` when the item belongs to another response. */
  lengthMs(itemId: string): number | null {
    return this.#readers.get(itemId)?.lengthMs ?? null;
  }

  /** Takes an event of the response. Throws a `ProviderError` for failures and invalid events. */
  take(type: string, event: ServerEvent): void {
    const itemId = asText(event.item_id);
    switch (type) {
      case 'response.output_audio.delta':
        this.#push(itemId, this.#readerOf(itemId).read(asText(event.delta)));
        break;
      case 'response.output_audio.done':
        this.#flush(itemId);
        break;
      case 'response.output_audio_transcript.delta':
        this.#word(itemId, asText(event.delta));
        break;
      case 'response.output_audio_transcript.done':
        // Some services send only the whole text.
        if (!this.#worded.has(itemId)) this.#word(itemId, asText(event.transcript));
        break;
      case 'response.output_item.added':
        this.#name(asObject(event.item));
        break;
      case 'response.output_item.done':
        this.#name(asObject(event.item));
        this.#call(asObject(event.item));
        break;
      case 'response.function_call_arguments.done':
        this.#name(event);
        this.#call(event);
        break;
      case 'response.done':
        this.#done(asObject(event.response));
    }
  }

  #readerOf(itemId: string): AudioReader {
    const { format, sampleRateHz } = this.#audio;
    const reader = this.#readers.get(itemId) ?? new AudioReader(format, sampleRateHz);
    this.#readers.set(itemId, reader);
    return reader;
  }

  #push(itemId: string, pcm: Int16Array): void {
    if (pcm.length > 0) this.parts.push({ type: 'audio', itemId, pcm });
  }

  #flush(itemId: string): void {
    const reader = this.#readers.get(itemId);
    if (reader) this.#push(itemId, reader.flush());
  }

  #word(itemId: string, text: string): void {
    if (text === '') return;
    this.#worded.add(itemId);
    this.parts.push({ type: 'text-delta', itemId, text });
  }

  #name({ call_id, name }: ServerEvent): void {
    if (asText(call_id) !== '' && asText(name) !== '') this.#names.set(asText(call_id), asText(name));
  }

  /** Takes a tool call. Several events may contain it; the first with name and arguments counts. */
  #call({ call_id, arguments: given, status }: ServerEvent): void {
    const id = asText(call_id);
    const name = this.#names.get(id);
    if (name === undefined || this.#called.has(id) || typeof given !== 'string' || status === 'incomplete')
      return;
    this.#called.add(id);
    const args = new ToolArguments(this.#provider);
    args.push(given);
    this.parts.push({ type: 'tool-call', call: { id, name, arguments: args.parse() } });
  }

  #done(response: ServerEvent): void {
    this.end();
    const details = asObject(response.status_details);
    if (response.status === 'failed') throw failureOf(this.#provider, details.error, this.#secrets);
    if (response.status === 'completed') {
      for (const item of asArray(response.output)) {
        this.#name(asObject(item));
        this.#call(asObject(item));
      }
    }
    for (const itemId of this.#readers.keys()) this.#flush(itemId);
    this.parts.push({ type: 'finish', reason: this.#reason(asText(details.reason)) });
    this.parts.end();
  }

  #reason(reason: string): Extract<SpokenPart, { type: 'finish' }>['reason'] {
    if (reason === 'max_output_tokens') return 'length';
    if (reason === 'content_filter') return 'refused';
    return this.#called.size > 0 ? 'tool-calls' : 'stop';
  }
}
