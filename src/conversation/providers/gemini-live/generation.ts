import { Resampler } from '../../../telephony/media/index.ts';
import type { SpokenPart } from '../interfaces/index.ts';
import { asArray, asObject, asText, Inbox, PcmReader, ProviderError } from '../kit/index.ts';
import { geminiName } from './service.ts';

/** The sample rate of the model's audio. */
const modelRateHz = 24_000;
/** The most unread parts of one answer: many minutes. */
const partsMax = 10_000;

type FinishReason = Extract<SpokenPart, { type: 'finish' }>['reason'];

/** One answer of the model while it arrives. */
export class Generation {
  readonly itemId: string;
  readonly parts: Inbox<SpokenPart>;
  readonly #resampler: Resampler;
  readonly #reader = new PcmReader();
  readonly #onOver: (answer: Generation) => void;
  #text = '';
  #samples = 0;
  #hasCalls = false;
  #isOver = false;

  /** Calls `onOver` once, when the service has sent all of it. */
  constructor(itemId: string, sampleRateHz: number, onOver: (answer: Generation) => void) {
    this.itemId = itemId;
    this.#resampler = new Resampler(modelRateHz, sampleRateHz);
    this.#onOver = onOver;
    this.parts = new Inbox(partsMax, () => this.fail(failed('sent more audio than was read')));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether anything of it has arrived. */
  get hasBegun(): boolean {
    return this.#samples > 0 || this.#text !== '' || this.#hasCalls;
  }

  get lengthMs(): number {
    return (this.#samples * 1000) / modelRateHz;
  }

  /** Returns the words of the first `heardMs`, by their share of the audio. */
  textUntil(heardMs: number): string {
    const share = this.lengthMs === 0 ? 0 : Math.min(heardMs / this.lengthMs, 1);
    return this.#text.slice(0, Math.round(this.#text.length * share)).replace(/\s*\S*$/, '');
  }

  /** Takes audio and words of the answer (`serverContent`). */
  take({ modelTurn, outputTranscription }: Record<string, unknown>): void {
    for (const part of asArray(asObject(modelTurn).parts).map(asObject)) {
      const data = asText(asObject(part.inlineData).data);
      if (data === '' || part.thought === true) continue;
      const pcm = this.#reader.read(Buffer.from(data, 'base64'));
      this.#samples += pcm.length;
      this.#push(this.#resampler.push(pcm));
    }
    const text = asText(asObject(outputTranscription).text);
    if (text === '') return;
    this.#text += text;
    this.parts.push({ type: 'text-delta', itemId: this.itemId, text });
  }

  /** Takes tool calls, which end the answer. */
  call(calls: readonly unknown[]): void {
    this.#hasCalls = true;
    for (const call of calls.map(asObject)) {
      const { id, name, args } = call;
      const given = { id: asText(id), name: asText(name), arguments: asObject(args) };
      this.parts.push({ type: 'tool-call', call: given });
    }
    this.finish('tool-calls');
  }

  finish(reason: FinishReason): void {
    if (this.#isOver) return;
    this.#push(this.#resampler.flush());
    this.parts.push({ type: 'finish', reason });
    this.parts.end();
    this.#end();
  }

  fail(failure: unknown): void {
    this.parts.fail(failure);
    this.#end();
  }

  #push(pcm: Int16Array): void {
    if (pcm.length > 0) this.parts.push({ type: 'audio', itemId: this.itemId, pcm });
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onOver(this);
  }
}

/** Returns the reason for another connection, although this one has not failed. */
export function planned(what: string): ProviderError {
  return new ProviderError(geminiName, `${geminiName} ${what}`, { retryable: true, isPlanned: true });
}

/** Returns a failure that another connection may not meet. */
export function failed(what: string): ProviderError {
  return new ProviderError(geminiName, `${geminiName} ${what}`, { retryable: true });
}
