import type { TranscriptEvent } from '../providers/interfaces/index.ts';
import type { CallerHooks, CallerSide, CallerSpeech, CallerTurn, Words } from './caller-side.ts';
import type { ConversationAgent } from './conversation.ts';
import type { Ear } from './ear.ts';
import { interKeyMs, Keys } from './keys.ts';
import type { SpeechEdgeEvent } from './line.ts';
import type { CallerPart } from './memory.ts';
import { endOfTurnDelayMs, finalWaitMs, overdueMsMax, providerTurnWaitMs } from './turns/end-of-turn.ts';

interface CallerOptions extends Omit<CallerHooks, 'onGone'> {
  agent: Pick<ConversationAgent, 'language' | 'endOfTurnMs'>;
  ear: Pick<Ear, 'write' | 'finish' | 'overdue' | 'lost' | 'endsTurns' | 'tellsPartials' | 'close'> | null;
  /** Phrases and keys that the model expects next; none: anything. */
  expected: () => readonly string[];
  /** Whether each key is a turn, because the model puts them together. */
  keysAtOnce: boolean;
  /** Whether `#` may mean anything where it comes right after a whole entry. */
  takesPound: () => boolean;
}

/** The first sound of words may come so long before the voice activity finds speech. */
const beforeSpeechMs = 500;
/** Late words that wait for the next turn; what is older is on record, and no more. */
const lateWordsMax = 10;

/**
 * The caller's side: speech, words and keys come in, whole turns go out. Its modes: **silent**; **speaking**;
 * **unfinished**: silent, but the words of it are not all there, or the turn may go on. Words that do not come are
 * overdue, then lost: nobody waits for them for good.
 */
export class Caller implements CallerSide {
  readonly #options: CallerOptions;
  readonly #keys = new Keys();
  #isSpeaking = false;
  #speechStartMs = 0;
  /** Where the first speech began of which nothing final was heard yet; null: there is none. */
  #unheardSinceMs: number | null = null;
  #speechEndMs: number | null = null;
  /** Words are still to come: the end of speech was told, and nothing final since. */
  #isAwaitingFinal = false;
  #isOverdue = false;
  /** Those words are of speech that the voice activity has not found. */
  #isUnnoticed = false;
  #finalAtMs: number | null = null;
  /** Where the first words came that are no turn yet. */
  #firstAtMs: number | null = null;
  #hasProviderEnded = false;
  #words: Words[] = [];
  /** Words of what was said before the last turn, which came after it. */
  #late: Words[] = [];
  /** Where what the last turn answered ended. */
  #answeredUntilMs = Number.NEGATIVE_INFINITY;
  #partial: Words | null = null;

  constructor(options: CallerOptions) {
    this.#options = options;
  }

  get isHeard(): boolean {
    return this.#options.ear !== null;
  }

  get isSpeaking(): boolean {
    return this.#isSpeaking;
  }

  get isPending(): boolean {
    return this.#isSpeaking || this.#isAwaitingFinal || this.text !== '' || !this.#keys.isEmpty;
  }

  get speech(): CallerSpeech {
    return {
      startMs: this.#speechStartMs,
      endMs: this.#isSpeaking ? null : (this.#speechEndMs ?? this.#speechStartMs),
      text: this.text,
      isFinal: !this.#isSpeaking && !this.#isAwaitingFinal,
      wordsCome: this.#options.ear?.tellsPartials === false ? 'at-end' : 'at-once',
    };
  }

  /** What was understood and is no turn yet. */
  get text(): string {
    return [...this.#words, ...(this.#partial ? [this.#partial] : [])].map(({ text }) => text).join(' ');
  }

  speechStarted({ atMs }: SpeechEdgeEvent): void {
    this.#isSpeaking = true;
    this.#speechStartMs = atMs;
    this.#unheardSinceMs ??= atMs;
    this.#options.timers.clear('turn');
    this.#options.timers.clear('final');
  }

  speechEnded({ atMs }: SpeechEdgeEvent): void {
    const { ear } = this.#options;
    this.#isSpeaking = false;
    this.#speechEndMs = atMs;
    if (!ear) return;
    this.#awaitFinal(atMs);
    ear.finish(atMs);
    this.reconsider();
  }

  audio({ pcm, atMs }: { pcm: Int16Array; atMs: number }): void {
    this.#options.ear?.write(pcm, atMs);
  }

  /** What was understood on the way is all that there is. */
  async settle(): Promise<void> {}

  close(): void {
    this.#options.ear?.close();
  }

  /** What the transcriber understood. */
  heard(event: TranscriptEvent): void {
    if (event.type === 'turn-ended') this.#hasProviderEnded = true;
    else if (event.type === 'partial') this.#partialHeard(event);
    else this.#final(event);
    if (event.type !== 'turn-ended') this.#options.onWords();
    this.reconsider();
  }

  /** What was understood of speech that nobody waited for any more: it is answered, unless something later was. */
  heardLate(event: Extract<TranscriptEvent, { type: 'final' }>): void {
    const words = wordsIn(event);
    if (!words) return;
    if (words.startMs < this.#answeredUntilMs) {
      this.#late = [...this.#late, words].slice(-lateWordsMax);
      this.#options.onLateWords([words]);
      return;
    }
    this.#words = [...this.#words, words].sort((a, b) => a.startMs - b.startMs);
    this.#finalAtMs = this.#options.clock.nowMs;
    this.#firstAtMs ??= this.#finalAtMs;
    this.#options.onWords();
    this.reconsider();
  }

  key(digit: string, atMs: number): void {
    const { timers, expected, keysAtOnce } = this.#options;
    if (this.#keys.press(digit, atMs, keysAtOnce ? 'each' : expected())) this.#decide('dtmf');
    else timers.set('keys', interKeyMs, () => this.#decide('dtmf'));
  }

  isIdleKey(digit: string, atMs: number): boolean {
    return this.#keys.isLateTerminator(digit, atMs) && !this.#options.takesPound();
  }

  discard(): Words[] {
    const words = this.#words;
    this.#words = [];
    this.#partial = null;
    this.#firstAtMs = null;
    this.#hasProviderEnded = false;
    return words;
  }

  reconsider(): void {
    const { isListening, timers, clock } = this.#options;
    timers.clear('turn');
    if (this.#words.length === 0 || !isListening()) return;
    if (this.#hasProviderEnded) {
      this.#decide('speech');
      return;
    }
    if (this.#isSpeaking || this.#isAwaitingFinal || this.#partial !== null) return;
    const waitMs = this.#windowOverMs() - clock.nowMs;
    if (waitMs <= 0) this.#decide('speech');
    else timers.set('turn', waitMs, () => this.reconsider());
  }

  #partialHeard(event: Extract<TranscriptEvent, { type: 'partial' }>): void {
    this.#partial = this.#wordsIn(event);
    if (this.#partial) this.#firstAtMs ??= this.#options.clock.nowMs;
    // A transcriber may hear more than the voice activity does; the rest of it may never come.
    if (!this.#partial || this.#isSpeaking || (this.#isAwaitingFinal && !this.#isUnnoticed)) return;
    this.#awaitFinal(this.#options.clock.nowMs);
    this.#isUnnoticed = true;
  }

  /** Nobody speaks since `sinceMs`, and not all words are there. */
  #awaitFinal(sinceMs: number): void {
    const { timers, clock } = this.#options;
    this.#isAwaitingFinal = true;
    this.#isUnnoticed = false;
    this.#isOverdue = false;
    timers.set('final', sinceMs + finalWaitMs - clock.nowMs, () => this.#finalOverdue());
  }

  /** Its words; a transcriber that takes the noise before them for speech would have them begin before the question. */
  #wordsIn({ text, startMs, endMs }: Words): Words | null {
    const sinceMs = this.#unheardSinceMs;
    const isOfSpeech = sinceMs !== null && sinceMs <= endMs;
    return wordsIn({
      text,
      startMs: isOfSpeech ? Math.max(startMs, sinceMs - beforeSpeechMs) : startMs,
      endMs,
    });
  }

  #final(event: Extract<TranscriptEvent, { type: 'final' }>): void {
    this.#partial = null;
    const words = this.#wordsIn(event);
    if (words) {
      this.#words.push(words);
      this.#finalAtMs = this.#options.clock.nowMs;
      this.#firstAtMs ??= this.#finalAtMs;
      // A transcriber may hear more than the voice activity does.
      if (!this.#isSpeaking) this.#speechEndMs ??= event.endMs;
    }
    if (this.#isSpeaking) return;
    this.#unheardSinceMs = null;
    this.#isAwaitingFinal = false;
    this.#options.timers.clear('final');
    if (this.#isOverdue && this.#words.length === 0) this.#options.onUnheard(false);
    this.#isOverdue = false;
  }

  /** The words are not there in time: what was understood on the way is all there is, and nothing is waited for yet. */
  #finalOverdue(): void {
    const { ear, timers, onWords, onChange, onOverdue } = this.#options;
    if (this.#partial) this.#words.push(this.#partial);
    this.#partial = null;
    if (this.#words.length > 0) this.#isAwaitingFinal = false;
    else {
      this.#isOverdue = true;
      timers.set('final', overdueMsMax, () => this.#finalLost());
      ear?.overdue();
    }
    onWords();
    if (this.#isOverdue) onOverdue();
    onChange();
  }

  /** The transcriber tells nothing of what was said. */
  #finalLost(): void {
    const { ear, onUnheard, onChange } = this.#options;
    this.#isAwaitingFinal = false;
    this.#isOverdue = false;
    ear?.lost();
    onUnheard(true);
    onChange();
  }

  #windowOverMs(): number {
    const { agent, expected, ear } = this.#options;
    const text = this.text;
    const delayMs = endOfTurnDelayMs({ ...agent, text, expected: expected() });
    const windowMs = ear?.endsTurns ? Math.max(delayMs, providerTurnWaitMs) : delayMs;
    return (this.#speechEndMs ?? this.#words.at(-1)!.endMs) + windowMs;
  }

  /** How much of the wait was the transcriber's: all of it where that decides, else what it was later than the window. */
  #transcriptWaitMs(speechEndMs: number, endOfTurnMs: number): number {
    if (this.#hasProviderEnded) return endOfTurnMs - speechEndMs;
    return Math.max((this.#finalAtMs ?? 0) - this.#windowOverMs(), 0);
  }

  #decide(kind: CallerTurn['kind']): void {
    const { clock, timers, onTurn } = this.#options;
    const endOfTurnMs = clock.nowMs;
    const parts: CallerPart[] = [...this.#late, ...this.#words].map(({ text }) => ({
      text,
      input: 'speech',
    }));
    const spokenEndMs = this.#speechEndMs ?? this.#words.at(-1)?.endMs ?? endOfTurnMs;
    const speechEndMs = kind === 'dtmf' ? this.#keys.lastMs : Math.min(spokenEndMs, endOfTurnMs);
    const transcriptWaitMs = kind === 'dtmf' ? 0 : this.#transcriptWaitMs(speechEndMs, endOfTurnMs);
    const keys = this.#keys.take();
    if (keys !== '') parts.push({ text: keys, input: 'dtmf' });
    const isSaid = this.#words.length > 0;
    const transcriptFirstMs = isSaid ? this.#firstAtMs : null;
    const transcriptFinalMs = isSaid ? this.#finalAtMs : null;
    const words = this.discard();
    this.#late = [];
    this.#answeredUntilMs = speechEndMs;
    this.#speechEndMs = null;
    timers.clear('keys');
    timers.clear('turn');
    if (parts.length === 0) return;
    const transcript = { transcriptFirstMs, transcriptFinalMs, transcriptWaitMs };
    onTurn({ kind, parts, words, marks: { speechEndMs, ...transcript, endOfTurnMs } });
  }
}

function wordsIn({ text, startMs, endMs }: Words): Words | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : { text: trimmed, startMs, endMs };
}
