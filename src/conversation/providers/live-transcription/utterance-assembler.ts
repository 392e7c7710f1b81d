import type { TranscriptEvent } from '../interfaces/index.ts';
import type { Assembler } from './listen-protocol.ts';

type Final = Extract<TranscriptEvent, { type: 'final' }>;

/** Recognized words on the clock of the caller's audio. */
export interface Understood {
  text: string;
  startMs: number;
  endMs: number;
  /** 0 to 1; `null` when the service reports none. */
  confidence: number | null;
  /** The recognized language in BCP 47; absent unless the service detects languages. */
  language?: string;
}

/**
 * One statement of a service's message.
 *
 * - `partial`: replaces the last `partial`. `final`: replaces it as well, and does not change any more. With `isWhole` the
 *   service ended the utterance itself, and no words before its end follow.
 * - `flushed`: all audio up to a request for final results is transcribed: the first `sentMs` of the sent audio.
 * - `turn-ended`: the service judged that the caller has finished.
 */
export type Statement =
  | ({ type: 'partial' | 'final'; isWhole?: boolean } & Understood)
  | { type: 'flushed'; sentMs: number }
  | { type: 'turn-ended'; atMs: number };

/** A whole utterance may seem to end so much before the silence that follows it. */
const lateMs = 400;
/** Services state the length of the transcribed audio to within so much. */
const toleranceMs = 100;

/** Returns the statements of a message, in their order; empty for messages without results. */
export type ReadMessage = (message: Record<string, unknown>) => readonly Statement[];

type Words = Extract<Statement, { text: string }>;

/**
 * Turns results into events for services that finish an utterance on request. After `finish`, it holds final results until
 * the service has flushed everything. It then emits them as one event, so that no part is mistaken for the whole utterance.
 */
export class UtteranceAssembler implements Assembler {
  readonly #read: ReadMessage;
  readonly #endsTurns: boolean;
  /** The ends of finished utterances that are not emitted yet, on the caller's clock and on that of the sent audio. */
  #finishing: { atMs: number; sentMs: number }[] = [];
  #held: Understood[] = [];
  #partial: Understood | null = null;
  /** No words before this follow. */
  #settledMs = Number.NEGATIVE_INFINITY;
  /**
   * The end of partial words that became final. Their own final result, which begins before it, is late. Once the next
   * utterance is finished, only results that end before `untilMs` are.
   */
  #given = { wordsMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY };
  /** The end of the last emitted utterance. */
  #concluded = { atMs: Number.NEGATIVE_INFINITY, sentMs: Number.NEGATIVE_INFINITY };

  /** Emits the ends of turns only with `endsTurns`. */
  constructor(read: ReadMessage, endsTurns = false) {
    this.#read = read;
    this.#endsTurns = endsTurns;
  }

  get isFinishing(): boolean {
    return this.#finishing.length > 0;
  }

  get hasWords(): boolean {
    return this.#held.length > 0 || this.#partial !== null;
  }

  finish(atMs: number, sentMs: number): TranscriptEvent[] {
    this.#finishing.push({ atMs, sentMs });
    this.#given.untilMs = this.#concluded.atMs + lateMs;
    return this.#partial === null ? this.#settle() : [];
  }

  conclude(): TranscriptEvent[] {
    const finished = this.#finishing.shift();
    if (finished === undefined) return [];
    this.#concluded = finished;
    const parts = this.#partial ? [...this.#held, this.#partial] : this.#held;
    if (this.#partial) this.#given = { wordsMs: this.#partial.endMs, untilMs: Number.POSITIVE_INFINITY };
    this.#held = [];
    this.#partial = null;
    return [joined(parts, finished.atMs)];
  }

  take(message: Record<string, unknown>): TranscriptEvent[] {
    return this.#read(message).flatMap((statement) => this.#state(statement));
  }

  #state(statement: Statement): TranscriptEvent[] {
    switch (statement.type) {
      case 'partial':
        return this.#takePartial(statement);
      case 'final':
        return this.#takeFinal(statement);
      case 'flushed':
        return this.#flushed(statement.sentMs);
      case 'turn-ended':
        this.#settledMs = Math.max(this.#settledMs, statement.atMs + lateMs);
        return this.#endsTurns && !this.isFinishing ? [{ type: 'turn-ended', atMs: statement.atMs }] : [];
    }
  }

  /** Concludes the finished utterances that are transcribed. */
  #flushed(sentMs: number): TranscriptEvent[] {
    const untilMs = sentMs + toleranceMs;
    const isLate = sentMs <= this.#concluded.sentMs + toleranceMs;
    if (isLate && (this.#finishing[0]?.sentMs ?? 0) > untilMs) return [];
    while (this.#finishing.length > 1 && this.#finishing[1]!.sentMs <= untilMs) this.#finishing.shift();
    return this.conclude();
  }

  #takePartial({ type: _type, isWhole: _, ...understood }: Words): TranscriptEvent[] {
    if (understood.text === '' || this.#isGiven(understood)) return [];
    this.#partial = understood;
    const { text, startMs, endMs } = understood;
    return [{ type: 'partial', text, startMs, endMs }];
  }

  #takeFinal({ type: _type, isWhole = false, ...understood }: Words): TranscriptEvent[] {
    this.#partial = null;
    if (isWhole) this.#settledMs = understood.endMs + lateMs;
    if (this.#isGiven(understood)) return [];
    if (!this.isFinishing) return understood.text === '' ? [] : [{ type: 'final', ...understood }];
    if (understood.text !== '') this.#held.push(understood);
    return this.#settle();
  }

  #isGiven({ startMs, endMs }: Understood): boolean {
    return startMs < this.#given.wordsMs && endMs <= this.#given.untilMs;
  }

  /** Concludes the oldest finished utterance if no words of it can follow. */
  #settle(): TranscriptEvent[] {
    return this.#finishing[0]!.atMs <= this.#settledMs ? this.conclude() : [];
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
