import type { TranscriptEvent } from '../interfaces/index.ts';
import { type AudioClock, asArray, asNumber, asObject, asText } from '../kit/index.ts';
import { languageIn } from './language-in.ts';
import type { Assembler } from './live-transcription.ts';

type Final = Extract<TranscriptEvent, { type: 'final' }>;

/** A word of a turn. Its positions are `null` when the service sent none. */
interface Word {
  text: string;
  startMs: number | null;
  endMs: number | null;
  confidence: number | null;
}

/** A `TurnInfo` message on the clock of the caller's audio. It repeats all words of the turn so far. */
interface Turn {
  text: string;
  words: readonly Word[];
  /** The transcribed audio, from the beginning of the turn. */
  startMs: number;
  endMs: number;
  /** The language of most words; absent unless the service detects languages. */
  language?: string;
}

/** A word may appear in the results this long after its end. */
const lateWordMs = 300;
/** Words may seem to begin this long after the silence that follows them. */
const toleranceMs = 100;

/**
 * Turns the turns of Flux into events. A turn is **closed** until `StartOfTurn` and **open** until `EndOfTurn`; only the
 * words of an open turn are emitted. An utterance that is finished within an open turn waits for its end. If `conclude`
 * comes first, the words so far are final, and the results afterwards count without them.
 */
export class TurnAssembler implements Assembler {
  readonly #clock: AudioClock;
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

  constructor(clock: AudioClock) {
    this.#clock = clock;
  }

  get isFinishing(): boolean {
    return this.#finishing.length > 0;
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
    if (message.type !== 'TurnInfo') return [];
    const turn = this.#read(message);
    switch (message.event) {
      case 'StartOfTurn':
        this.#turn = turn;
        return this.#partial();
      case 'Update':
        if (!this.#turn) return this.#silence(turn);
        this.#turn = turn;
        return this.#partial();
      case 'EagerEndOfTurn':
        this.#turn = turn;
        return this.#likely(turn);
      case 'TurnResumed':
        this.#turn = turn;
        return [...this.#resumed(turn), ...this.#partial()];
      case 'EndOfTurn':
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
    if (this.#newWords().length === 0) return [];
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
    if (words.length > 0 || this.#isLikely) events.push({ type: 'turn-ended', atMs });
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

  #read(message: Record<string, unknown>): Turn {
    const at = (value: unknown, edge: 'start' | 'end'): number | null => {
      const seconds = asNumber(value);
      return seconds === null ? null : this.#clock.at(Math.round(seconds * 1000), edge);
    };
    const text = asText(message.transcript).trim();
    const words = asArray(message.words)
      .map(asObject)
      .map(({ word, start, end, confidence }) => ({
        text: asText(word),
        startMs: at(start, 'start'),
        endMs: at(end, 'end'),
        confidence: asNumber(confidence),
      }));
    const startMs = at(message.audio_window_start, 'start') ?? 0;
    const endMs = Math.max(startMs, at(message.audio_window_end, 'end') ?? 0);
    return { text, words, startMs, endMs, ...languageIn(message) };
  }
}

function endOfSpeech({ words, endMs }: Turn): number {
  return words.at(-1)?.endMs ?? endMs;
}
