import type { TranscriptEvent } from '../interfaces/index.ts';
import type { Assembler } from './listen-protocol.ts';

type Final = Extract<TranscriptEvent, { type: 'final' }>;

/** A word of a turn. Its positions are `null` when the service sent none. */
export interface Word {
  text: string;
  startMs: number | null;
  endMs: number | null;
  confidence: number | null;
}

/**
 * A report on the caller's turn, on the clock of the caller's audio. It repeats all words of the turn so far. Between turns
 * the service reports with `update` how far it has listened.
 */
export interface Turn {
  event: 'started' | 'update' | 'likely' | 'resumed' | 'ended';
  text: string;
  words: readonly Word[];
  /** The transcribed audio, from the beginning of the turn. */
  startMs: number;
  endMs: number;
  /** The language of most words in BCP 47; absent unless the service detects languages. */
  language?: string;
}

/** Returns the report in a message; `null` for other messages. */
export type ReadTurn = (message: Record<string, unknown>) => Turn | null;

/** A word may appear in the results this long after its end. */
const lateWordMs = 300;
/** Words may seem to begin this long after the silence that follows them. */
const toleranceMs = 100;

/**
 * Turns reports into events for services that judge themselves when a turn is over. A turn is **closed** until `started`
 * and **open** until `ended`; only the words of an open turn are emitted. An utterance that is finished within an open
 * turn waits for its end. If `conclude` comes first, the words so far are final, and later results of the turn leave them
 * out.
 */
export class TurnAssembler implements Assembler {
  readonly #read: ReadTurn;
  readonly #endsTurns: boolean;
  /** The open turn. */
  #turn: Turn | null = null;
  /** The ends of finished utterances that are not emitted yet. */
  #finishing: number[] = [];
  /** All speech up to here is in final results. */
  #settledMs = Number.NEGATIVE_INFINITY;
  /** The words of the open turn that are final already: their number, and the end of the last. */
  #given = { count: 0, untilMs: Number.NEGATIVE_INFINITY };
  #partialText = '';
  /** A likely end was emitted for the open turn, and no resumption. */
  #isLikely = false;

  /** Without `endsTurns`, the end of a turn only makes its words final. */
  constructor(read: ReadTurn, endsTurns = true) {
    this.#read = read;
    this.#endsTurns = endsTurns;
  }

  get isFinishing(): boolean {
    return this.#finishing.length > 0;
  }

  get hasWords(): boolean {
    return this.#newWords().length > 0;
  }

  finish(atMs: number): TranscriptEvent[] {
    this.#finishing.push(atMs);
    return this.#settle();
  }

  conclude(): TranscriptEvent[] {
    const atMs = this.#finishing.shift();
    if (atMs === undefined) return [];
    const untilMs = atMs + toleranceMs;
    const words = this.#newWords().filter(({ startMs }) => startMs === null || startMs < untilMs);
    const last = words.at(-1);
    if (last) this.#given = { count: this.#turn!.words.length, untilMs: last.endMs ?? untilMs };
    return [this.#final(words, atMs)];
  }

  take(message: Record<string, unknown>): TranscriptEvent[] {
    const turn = this.#read(message);
    switch (turn?.event) {
      case 'started':
        this.#turn = turn;
        return this.#partial();
      case 'update':
        if (!this.#turn) return this.#silence(turn);
        this.#turn = turn;
        return this.#partial();
      case 'likely':
        this.#turn = turn;
        return this.#likely(turn);
      case 'resumed':
        this.#turn = turn;
        return [...this.#resumed(turn), ...this.#partial()];
      case 'ended':
        this.#turn = turn;
        return this.#ended(turn);
      default:
        return [];
    }
  }

  /** Takes an update between turns. Speech that just began may be without words yet. */
  #silence({ text, endMs }: Turn): TranscriptEvent[] {
    if (text !== '') return [];
    this.#settledMs = Math.max(this.#settledMs, endMs - lateWordMs);
    return this.#settle();
  }

  /** Concludes finished utterances whose words were emitted before. */
  #settle(): TranscriptEvent[] {
    if (this.#turn) return [];
    const settled = this.#finishing.filter((atMs) => atMs <= this.#settledMs);
    this.#finishing = this.#finishing.filter((atMs) => atMs > this.#settledMs);
    return settled.map((atMs) => this.#final([], atMs));
  }

  #partial(): TranscriptEvent[] {
    const words = this.#newWords();
    const text = this.#textOf(words);
    if (text === '' || text === this.#partialText) return [];
    this.#partialText = text;
    return [{ type: 'partial', text, ...this.#spanOf(words) }];
  }

  #likely(turn: Turn): TranscriptEvent[] {
    if (!this.#endsTurns || this.#newWords().length === 0) return this.#partial();
    this.#isLikely = true;
    return [...this.#partial(), { type: 'turn-likely', atMs: endOfSpeech(turn) }];
  }

  #resumed(turn: Turn): TranscriptEvent[] {
    if (!this.#isLikely) return [];
    this.#isLikely = false;
    return [{ type: 'turn-resumed', atMs: turn.endMs }];
  }

  #ended(turn: Turn): TranscriptEvent[] {
    const words = this.#newWords();
    // An utterance that finished later has words of the next turn.
    const finished = this.#finishing.filter((atMs) => atMs <= turn.endMs);
    this.#finishing = this.#finishing.filter((atMs) => atMs > turn.endMs);
    const atMs = endOfSpeech(turn);
    const events: TranscriptEvent[] = [];
    // A partial result may have been taken back.
    const isExpected = finished.length > 0 || this.#partialText !== '';
    if (words.length > 0 || isExpected) events.push(this.#final(words, finished.at(-1) ?? atMs));
    if (this.#endsTurns && (words.length > 0 || this.#isLikely)) events.push({ type: 'turn-ended', atMs });
    this.#turn = null;
    this.#isLikely = false;
    this.#given = { count: 0, untilMs: Number.NEGATIVE_INFINITY };
    this.#settledMs = turn.endMs;
    return events;
  }

  /** Returns the words as a final result that reaches to `atMs` at least. */
  #final(words: readonly Word[], atMs: number): Final {
    this.#partialText = '';
    if (words.length === 0) return { type: 'final', text: '', startMs: atMs, endMs: atMs, confidence: null };
    const { startMs, endMs } = this.#spanOf(words);
    const confidences = words.flatMap(({ confidence }) => confidence ?? []);
    const { language } = this.#turn!;
    const sum = confidences.reduce((total, one) => total + one, 0);
    return {
      type: 'final',
      text: this.#textOf(words),
      startMs,
      endMs: Math.max(endMs, atMs),
      confidence: confidences.length === 0 ? null : sum / confidences.length,
      ...(language !== undefined && { language }),
    };
  }

  /** Returns the words of the open turn that are not final yet. The positions of words shift a little while it lasts. */
  #newWords(): readonly Word[] {
    const { count, untilMs } = this.#given;
    return (this.#turn?.words ?? []).filter(({ startMs, endMs }, n) =>
      startMs === null || endMs === null ? n >= count : (startMs + endMs) / 2 > untilMs,
    );
  }

  /** Returns the service's own text for a whole turn, because some languages have no spaces between words. */
  #textOf(words: readonly Word[]): string {
    return words.length === this.#turn?.words.length
      ? this.#turn.text
      : words.map(({ text }) => text).join(' ');
  }

  #spanOf(words: readonly Word[]): { startMs: number; endMs: number } {
    const turn = this.#turn!;
    const startMs = words[0]?.startMs ?? turn.startMs;
    return { startMs, endMs: Math.max(startMs, words.at(-1)?.endMs ?? turn.endMs) };
  }
}

function endOfSpeech({ words, endMs }: Turn): number {
  return words.at(-1)?.endMs ?? endMs;
}
