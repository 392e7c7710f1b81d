import type { TranscriptEvent } from '../interfaces/index.ts';
import { type AudioClock, asArray, asNumber, asObject, asText } from '../kit/index.ts';
import { languageIn } from './language-in.ts';
import type { Assembler } from './live-transcription.ts';

type Final = Extract<TranscriptEvent, { type: 'final' }>;

/** One result of the service, on the clock of the caller's audio. */
interface Understood {
  text: string;
  startMs: number;
  endMs: number;
  confidence: number | null;
  /** The language of most words; absent unless the service detects languages. */
  language?: string;
}

/**
 * Turns the results of version 1 into events. After `finish`, it holds final results until the service has flushed
 * everything. It then emits them as one event, so that no part is mistaken for the whole utterance.
 */
export class TranscriptAssembler implements Assembler {
  readonly #clock: AudioClock;
  readonly #endsTurns: boolean;
  /** The ends of finished utterances that are not emitted yet. */
  #finishing: number[] = [];
  #held: Understood[] = [];
  #partial: Understood | null = null;

  constructor(clock: AudioClock, endsTurns: boolean) {
    this.#clock = clock;
    this.#endsTurns = endsTurns;
  }

  get isFinishing(): boolean {
    return this.#finishing.length > 0;
  }

  finish(atMs: number): TranscriptEvent[] {
    this.#finishing.push(atMs);
    return [];
  }

  conclude(): TranscriptEvent[] {
    const atMs = this.#finishing.shift();
    if (atMs === undefined) return [];
    const parts = this.#partial ? [...this.#held, this.#partial] : this.#held;
    this.#held = [];
    this.#partial = null;
    return [joined(parts, atMs)];
  }

  take(message: Record<string, unknown>): TranscriptEvent[] {
    if (message.type === 'Results') return this.#results(message);
    return message.type === 'UtteranceEnd' ? this.#utteranceEnd(message) : [];
  }

  /** Takes a `Results` message. */
  #results(message: Record<string, unknown>): TranscriptEvent[] {
    const understood = this.#read(message);
    if (message.is_final !== true) {
      if (understood.text === '') return [];
      this.#partial = understood;
      const { text, startMs, endMs } = understood;
      return [{ type: 'partial', text, startMs, endMs }];
    }
    this.#partial = null;
    if (this.isFinishing) {
      if (understood.text !== '') this.#held.push(understood);
      return message.from_finalize === true ? this.conclude() : [];
    }
    const events: TranscriptEvent[] = understood.text === '' ? [] : [{ type: 'final', ...understood }];
    const endsTurn = this.#endsTurns && message.speech_final === true && understood.text !== '';
    return endsTurn ? [...events, { type: 'turn-ended', atMs: understood.endMs }] : events;
  }

  /** Takes an `UtteranceEnd` message with the end of the last word, in seconds. */
  #utteranceEnd(message: Record<string, unknown>): TranscriptEvent[] {
    const seconds = asNumber(message.last_word_end);
    if (!this.#endsTurns || this.isFinishing || seconds === null || seconds < 0) return [];
    return [{ type: 'turn-ended', atMs: this.#clock.at(Math.round(seconds * 1000)) }];
  }

  #read(message: Record<string, unknown>): Understood {
    const alternative = asObject(asArray(asObject(message.channel).alternatives)[0]);
    const words = asArray(alternative.words).map(asObject);
    const start = asNumber(words[0]?.start) ?? asNumber(message.start) ?? 0;
    const end =
      asNumber(words.at(-1)?.end) ?? (asNumber(message.start) ?? 0) + (asNumber(message.duration) ?? 0);
    const startMs = this.#clock.at(Math.round(start * 1000), 'start');
    return {
      text: asText(alternative.transcript).trim(),
      startMs,
      endMs: Math.max(startMs, this.#clock.at(Math.round(end * 1000))),
      confidence: asNumber(alternative.confidence),
      ...languageIn(alternative),
    };
  }
}

/** Returns a whole utterance as one final result that reaches to `atMs`, which marks it as the last one. */
function joined(parts: readonly Understood[], atMs: number): Final {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return { type: 'final', text: '', startMs: atMs, endMs: atMs, confidence: null };
  const longest = parts.reduce((one, other) => (other.text.length > one.text.length ? other : one));
  const confidences = parts.flatMap(({ confidence }) => confidence ?? []);
  return {
    type: 'final',
    text: parts.map(({ text }) => text).join(' '),
    startMs: first.startMs,
    endMs: Math.max(last.endMs, atMs),
    ...(longest.language !== undefined && { language: longest.language }),
    confidence:
      confidences.length === parts.length ? confidences.reduce((least, one) => Math.min(least, one)) : null,
  };
}
