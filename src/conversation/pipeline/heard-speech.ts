import type { TranscriptEvent } from '../providers/interfaces/index.ts';
import type { CallerHooks, Words } from './caller-side.ts';
import { PendingSpeech } from './pending-speech.ts';
import type { Transcriber } from './transcriber.ts';
import { finalWaitMs, overdueMsMax } from './turns/end-of-turn.ts';
import { UnclearSpeech } from './unclear-speech.ts';
import { WordDelays } from './word-delays.ts';

interface HeardSpeechOptions
  extends Pick<
    CallerHooks,
    'clock' | 'timers' | 'onWords' | 'onOverdue' | 'onUnheard' | 'onUnclear' | 'onChange'
  > {
  transcriber: Pick<Transcriber, 'overdue' | 'lost'> | null;
}

/** Words may begin this long before voice activity detects speech. */
const beforeSpeechMs = 500;

/**
 * The caller's speech and the words that a transcriber has reported of it. After the speech, missing words are waited for: they
 * are first overdue, then lost. No wait is unbounded.
 */
export class HeardSpeech {
  /** The words of the pending turn. */
  readonly words = new PendingSpeech();
  readonly #options: HeardSpeechOptions;
  readonly #delays = new WordDelays();
  readonly #unclear = new UnclearSpeech();
  #isSpeaking = false;
  /** The start of the first speech without a `final` result; `null` when there is none. */
  #unheardSinceMs: number | null = null;
  /** The speech ended, and its `final` result is missing. */
  #isAwaitingFinal = false;
  #isOverdue = false;
  /** Voice activity did not detect the speech whose words are missing. */
  #isUnnoticed = false;

  constructor(options: HeardSpeechOptions) {
    this.#options = options;
  }

  get isSpeaking(): boolean {
    return this.#isSpeaking;
  }

  /** Whether all speech is over and all its words are known. */
  get isComplete(): boolean {
    return !this.#isSpeaking && !this.#isAwaitingFinal;
  }

  /** Whether the speech ended, and words of it are missing. */
  get isAwaited(): boolean {
    return this.#isAwaitingFinal;
  }

  /** The time from the beginning of speech within which its first words have arrived so far. */
  get wordsWithinMs(): number {
    return this.#delays.withinMs;
  }

  started(atMs: number): void {
    this.#isSpeaking = true;
    this.#unheardSinceMs ??= atMs;
    this.#unclear.started(atMs);
    this.#delays.speechStarted(atMs);
    this.#options.timers.clear('final');
  }

  ended(): void {
    this.#isSpeaking = false;
  }

  /** Waits for the `final` result of speech that ended at `sinceMs`. */
  await(sinceMs: number): void {
    const { timers, clock } = this.#options;
    this.#unclear.ended(sinceMs);
    this.#isAwaitingFinal = true;
    this.#isUnnoticed = false;
    this.#isOverdue = false;
    timers.set('final', sinceMs + finalWaitMs - clock.nowMs, () => this.#finalOverdue());
  }

  partial(event: Extract<TranscriptEvent, { type: 'partial' }>): void {
    const { nowMs } = this.#options.clock;
    if (event.text.trim() !== '') this.#delays.arrived(nowMs);
    this.words.setPartial(this.#wordsIn(event), nowMs);
    // A transcriber may detect speech that voice activity missed; its `final` result may never come.
    if (!this.words.arePartial || this.#isSpeaking || (this.#isAwaitingFinal && !this.#isUnnoticed)) return;
    this.await(nowMs);
    this.#isUnnoticed = true;
  }

  /** Returns whether there are words that were not answered already. */
  final(event: Extract<TranscriptEvent, { type: 'final' }>): boolean {
    const words = this.#wordsIn(event);
    const isNew = this.words.addFinal(words, this.#options.clock.nowMs);
    if (words) this.#unclear.understood();
    if (this.#isSpeaking) return isNew;
    this.#reportUnclear(this.#isOverdue);
    this.#unheardSinceMs = null;
    this.#isAwaitingFinal = false;
    this.#options.timers.clear('final');
    if (this.#isOverdue && !this.words.areThere) this.#options.onUnheard(false);
    this.#isOverdue = false;
    return isNew;
  }

  /**
   * Returns the words of a result, with a corrected start. A transcriber may take noise for speech; the words would then
   * begin before the agent's question.
   */
  #wordsIn({ text, startMs, endMs, confidence }: Heard): Words | null {
    const sinceMs = this.#unheardSinceMs;
    const isOfSpeech = sinceMs !== null && sinceMs <= endMs;
    return wordsIn({
      text,
      startMs: isOfSpeech ? Math.max(startMs, sinceMs - beforeSpeechMs) : startMs,
      endMs,
      ...(confidence === undefined ? {} : { confidence }),
    });
  }

  /** The `final` result is late: the partial words count, and without any the wait is extended once. */
  #finalOverdue(): void {
    const { transcriber, timers, onWords, onChange, onOverdue } = this.#options;
    this.words.guess();
    if (this.words.areThere) this.#isAwaitingFinal = false;
    else {
      this.#isOverdue = true;
      timers.set('final', overdueMsMax, () => this.#finalLost());
      transcriber?.overdue();
    }
    onWords();
    if (this.#isOverdue) onOverdue();
    onChange();
  }

  #reportUnclear(isAnsweredLate: boolean): void {
    const speech = this.#unclear.take(isAnsweredLate);
    if (speech) this.#options.onUnclear(speech);
  }

  /** The transcriber returned nothing for the speech. */
  #finalLost(): void {
    const { transcriber, onUnheard, onChange } = this.#options;
    this.#isAwaitingFinal = false;
    this.#isOverdue = false;
    transcriber?.lost();
    this.#reportUnclear(true);
    onUnheard(true);
    onChange();
  }
}

/** A result of a transcriber. */
interface Heard extends Omit<Words, 'confidence'> {
  confidence?: number | null;
}

/** Returns the words of a result; `null` when it has none. */
export function wordsIn({ text, startMs, endMs, confidence }: Heard): Words | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return { text: trimmed, startMs, endMs, ...(typeof confidence === 'number' ? { confidence } : {}) };
}
