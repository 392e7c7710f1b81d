import type { ListenOptions, TranscriptEvent, TranscriptionStream } from '../interfaces/index.ts';
import type { VendorOptions } from '../kit/index.ts';
import { asText, Inbox, ProviderError, parseMessage, preferredTerms } from '../kit/index.ts';
import { requestText } from '../network/index.ts';
import { serviceRequest } from './service.ts';
import { transcriptionForm } from './transcription-request.ts';
import { Utterance } from './utterance.ts';

export interface OpenAiTranscriptionOptions extends VendorOptions {
  model?: string | undefined;
}

/** The service rejects shorter audio. */
const utteranceMinMs = 100;
/** Longer speech is transcribed in pieces of this length. */
const utteranceMaxMs = 60_000;
/** The most queued utterances. */
const waitingMax = 16;
const answerBytesMax = 1_048_576;
/** Whisper uses 224 tokens of a prompt. Names have at least two characters a token. */
const promptCharactersMax = 450;

/** The transcription of one caller, utterance by utterance. */
export class UtteranceTranscription implements TranscriptionStream {
  readonly #name: string;
  readonly #service: OpenAiTranscriptionOptions & { model: string };
  readonly #options: ListenOptions;
  readonly #events = new Inbox<TranscriptEvent>(1_000, () => this.#end());
  readonly #local = new AbortController();
  #utterance: Utterance;
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(name: string, service: OpenAiTranscriptionOptions & { model: string }, options: ListenOptions) {
    this.#name = name;
    this.#service = service;
    this.#options = options;
    this.#utterance = new Utterance(options.sampleRateHz);
    if (options.signal.aborted) this.#onAbort();
    else options.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  write(pcm: Int16Array, atMs: number): void {
    if (this.#events.hasEnded) return;
    this.#utterance.write(pcm, atMs);
    if (this.#utterance.durationMs >= utteranceMaxMs) {
      this.finish(this.#utterance.startMs + this.#utterance.durationMs);
    }
  }

  finish(atMs: number): void {
    if (this.#events.hasEnded) return;
    const utterance = this.#utterance;
    this.#utterance = new Utterance(this.#options.sampleRateHz);
    if (++this.#waiting > waitingMax) {
      this.#fail(new ProviderError(this.#name, `${this.#name} transcribes too slowly`, { retryable: true }));
      return;
    }
    this.#work = this.#work
      .then(() => this.#transcribe(utterance, atMs))
      .then(
        (event) => {
          this.#waiting--;
          this.#events.push(event);
        },
        (error: unknown) => this.#fail(error),
      );
  }

  close(): void {
    this.#events.end();
    this.#end();
  }

  [Symbol.asyncIterator](): AsyncIterator<TranscriptEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  async #transcribe(utterance: Utterance, atMs: number): Promise<TranscriptEvent> {
    const { durationMs } = utterance;
    const startMs = durationMs === 0 ? atMs : Math.min(utterance.startMs, atMs);
    const isWorthIt = durationMs >= utteranceMinMs && !this.#events.hasEnded;
    let text = '';
    try {
      if (isWorthIt) text = await this.#ask(utterance);
    } catch (error) {
      // An aborted request is billed, too.
      if (this.#local.signal.aborted) this.#options.onUsage?.({ audioMs: durationMs });
      throw error;
    }
    if (isWorthIt) this.#options.onUsage?.({ audioMs: durationMs });
    return { type: 'final', text, startMs, endMs: atMs, confidence: null };
  }

  async #ask(utterance: Utterance): Promise<string> {
    const { sampleRateHz, language, languages = [] } = this.#options;
    const prompt = this.#prompt();
    const form = transcriptionForm(utterance.pcm(), sampleRateHz, {
      model: this.#service.model,
      response_format: 'json',
      ...(language === null || languages.length > 0 ? {} : { language: language.split('-', 1)[0]! }),
      ...(prompt === '' ? {} : { prompt }),
    });
    const request = serviceRequest(this.#name, this.#service, 'audio/transcriptions', this.#local.signal);
    const headers = { ...request.headers, 'content-type': form.contentType };
    const answer = await requestText({ ...request, headers, body: form.body }, answerBytesMax);
    return asText(parseMessage(this.#name, answer).text).trim();
  }

  /** Returns a list of what the caller may say, for the spelling. The model that separates speakers takes no prompt. */
  #prompt(): string {
    if (this.#service.model.includes('diarize')) return '';
    return preferredTerms(this.#options, promptCharactersMax).join(', ');
  }

  readonly #onAbort = () => {
    this.#events.abort(this.#options.signal.reason);
    this.#end();
  };

  #fail(error: unknown): void {
    this.#events.fail(error);
    this.#end();
  }

  #end(): void {
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#local.abort(new Error('the stream was closed'));
  }
}
