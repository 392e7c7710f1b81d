import type { ExpectedCharacters, ExpectedEntry, TranscriptEvent } from '../providers/interfaces/index.ts';
import type { CallLanguage } from './call-language.ts';
import type { CallerHooks, CallerSide, CallerSpeech, CallerTurn, Words } from './caller-side.ts';
import type { ConversationAgent } from './conversation.ts';
import { interKeyMs, Keys } from './keys.ts';
import type { SpeechEdgeEvent } from './line.ts';
import { PendingSpeech } from './pending-speech.ts';
import type { Transcriber } from './transcriber.ts';
import {
  endOfTurnWait,
  finalWaitMs,
  isLikelyEnd,
  overdueMsMax,
  providerTurnWaitMs,
  type TurnEnd,
} from './turns/end-of-turn.ts';
import type { TurnSound } from './turns/turn-sound.ts';
import { WordDelays } from './word-delays.ts';

interface CallerOptions extends Omit<CallerHooks, 'onGone'> {
  agent: Pick<ConversationAgent, 'endOfTurnMs'>;
  language: Pick<CallLanguage, 'tag'>;
  transcriber: Pick<
    Transcriber,
    'write' | 'finish' | 'overdue' | 'lost' | 'endsTurns' | 'emitsPartials' | 'close'
  > | null;
  /** Judges by sound whether the caller has finished; `null` without a turn detector. */
  sound: TurnSound | null;
  /** Returns the phrases and keys that the model expects next; empty when it accepts anything. */
  expected: () => readonly string[];
  /** Returns the digits, spelled characters or e-mail address that the model has asked for; `null` for none. */
  expectedEntry: () => ExpectedEntry | null;
  /** The characters that the agent's tools need; `null` for none. */
  toolEntry: ExpectedCharacters | null;
  /** Whether each key is a turn, because the model collects keys itself. */
  keysAtOnce: boolean;
  /** Returns whether `#` may have a meaning right after a complete entry. */
  takesPound: () => boolean;
}

/** Words may begin this long before voice activity detects speech. */
const beforeSpeechMs = 500;
/** Words that reach to this long before a pause are all words before it. */
const wordsLagMsMax = 300;

/**
 * The caller's side with a transcriber. Its modes: **silent**; **speaking**; **unfinished**: silent, but words are
 * missing or the turn may continue. Missing words are first overdue, then lost; no wait is unbounded.
 */
export class Caller implements CallerSide {
  readonly #options: CallerOptions;
  readonly #keys = new Keys();
  #isSpeaking = false;
  #speechStartMs = 0;
  /** The start of the first speech without a `final` result; `null` when there is none. */
  #unheardSinceMs: number | null = null;
  #speechEndMs: number | null = null;
  /** The last sound before the current pause; `null` when there is none. The speech may have gone on since. */
  #pausedMs: number | null = null;
  /** The speech ended, and its `final` result is missing. */
  #isAwaitingFinal = false;
  #isOverdue = false;
  /** Voice activity did not detect the speech whose words are missing. */
  #isUnnoticed = false;
  #hasProviderEnded = false;
  readonly #words = new PendingSpeech();
  readonly #wordDelays = new WordDelays();
  /** The end of the speech in the last turn. */
  #answeredUntilMs = Number.NEGATIVE_INFINITY;

  constructor(options: CallerOptions) {
    this.#options = options;
  }

  get isHeard(): boolean {
    return this.#options.transcriber !== null;
  }

  get isSpeaking(): boolean {
    return this.#isSpeaking;
  }

  get isPending(): boolean {
    return this.#isSpeaking || this.#isAwaitingFinal || this.text !== '' || !this.#keys.isEmpty;
  }

  get speech(): CallerSpeech {
    const hasPartials = this.#options.transcriber?.emitsPartials !== false;
    return {
      startMs: this.#speechStartMs,
      endMs: this.#isSpeaking ? null : (this.#speechEndMs ?? this.#speechStartMs),
      text: this.text,
      isFinal: !this.#isSpeaking && !this.#isAwaitingFinal,
      wordsCome: hasPartials ? 'at-once' : 'at-end',
      wordsWithinMs: hasPartials ? this.#wordDelays.withinMs : null,
    };
  }

  /** The words of the pending turn. */
  get text(): string {
    return this.#words.text;
  }

  speechStarted({ atMs }: SpeechEdgeEvent): void {
    this.#isSpeaking = true;
    this.#speechStartMs = atMs;
    this.#pausedMs = null;
    this.#entryGoesOn();
    this.#unheardSinceMs ??= atMs;
    this.#wordDelays.speechStarted(atMs);
    this.#options.sound?.speechStarted(atMs, this.text === '');
    this.#options.timers.clear('turn');
    this.#options.timers.clear('final');
  }

  speechPaused({ atMs }: SpeechEdgeEvent): void {
    this.#pausedMs = atMs;
    this.#options.sound?.judge(atMs);
    this.#anticipate();
  }

  speechEnded({ atMs }: SpeechEdgeEvent): void {
    const { transcriber, sound } = this.#options;
    this.#isSpeaking = false;
    this.#speechEndMs = atMs;
    this.#pausedMs = atMs;
    sound?.judge(atMs);
    if (!transcriber) return;
    this.#awaitFinal(atMs);
    transcriber.finish(atMs);
    this.reconsider();
  }

  audio({ pcm, atMs }: { pcm: Int16Array; atMs: number }): void {
    this.#options.sound?.write(pcm, atMs);
    this.#options.transcriber?.write(pcm, atMs);
  }

  /** Resolves at once, because at the end of a call the words so far are enough. */
  async settle(): Promise<void> {}

  close(): void {
    this.#options.sound?.close();
    this.#options.transcriber?.close();
  }

  /** Takes a result of the transcriber. */
  heard(event: TranscriptEvent): void {
    // A late event may belong to a turn that was answered.
    if (event.type === 'turn-ended') this.#hasProviderEnded = this.#isAwaitingFinal || this.text !== '';
    else if (event.type === 'turn-likely') this.#turnLikely();
    else if (event.type === 'turn-resumed') this.#options.onTurnResumed();
    else if (event.type === 'partial') this.#partialHeard(event);
    else if (event.type === 'final') this.#final(event);
    if (event.type === 'partial' || event.type === 'final') {
      this.#options.onWords();
      this.#anticipate();
    }
    this.reconsider();
  }

  /** Takes words of lost speech. The agent answers them, unless it has already answered later speech. */
  heardLate(event: Extract<TranscriptEvent, { type: 'final' }>): void {
    const words = wordsIn(event);
    if (!words) return;
    if (words.startMs < this.#answeredUntilMs) {
      this.#words.addLate(words);
      this.#options.onLateWords([words]);
      return;
    }
    this.#words.addLost(words, this.#options.clock.nowMs);
    this.#options.onWords();
    this.reconsider();
  }

  key(digit: string, atMs: number): void {
    const { timers, expected, keysAtOnce } = this.#options;
    if (this.#keys.press(digit, atMs, keysAtOnce ? 'each' : expected())) this.#keysOver();
    else timers.set('keys', interKeyMs, () => this.#keysOver());
  }

  #keysOver(): void {
    this.#options.timers.clear('keys');
    this.#keys.end();
    this.reconsider();
  }

  isIdleKey(digit: string, atMs: number): boolean {
    return this.#keys.isLateTerminator(digit, atMs) && !this.#options.takesPound();
  }

  discard(): Words[] {
    this.#hasProviderEnded = false;
    return this.#words.take();
  }

  reconsider(): void {
    const { isListening, timers, clock } = this.#options;
    timers.clear('turn');
    if (!isListening()) return;
    if (this.#keys.isOver) {
      this.#decide('dtmf');
      return;
    }
    if (!this.#words.areThere) return;
    // A transcriber that ends turns knows people, and not the pauses between the options of a menu.
    if (this.#isEndedByProvider && this.#options.machinePauseMs(this.text) === null) {
      this.#decide('speech');
      return;
    }
    if (this.#isSpeaking || this.#isAwaitingFinal || this.#words.arePartial) return;
    if (this.#options.sound?.isJudging) return;
    const leftMs = this.#windowOverMs() - clock.nowMs;
    if (leftMs <= 0) this.#decide('speech');
    else timers.set('turn', leftMs, () => this.reconsider());
  }

  /** The turn detector has judged, or failed to. */
  judged(): void {
    this.#anticipate();
    this.reconsider();
  }

  /** Reports words that are probably the whole turn, during a pause that is too short to end it. */
  #anticipate(): void {
    const { isListening, onLikelyTurn, sound } = this.#options;
    const lastMs = this.#words.endMs;
    if (this.#pausedMs === null || lastMs === null || sound?.isJudging || !isListening()) return;
    // Words from after the pause: the speech has gone on.
    if (lastMs > this.#pausedMs + wordsLagMsMax) this.#pausedMs = null;
    else if (lastMs >= this.#pausedMs - wordsLagMsMax && isLikelyEnd(this.#wait()))
      onLikelyTurn(this.#words.parts);
  }

  /** Whether the words end in an entry that may go on. A transcriber that ends turns does not know what was asked for. */
  get #isEntryOpen(): boolean {
    return this.#wait().why === 'open-entry';
  }

  /** Whether the transcriber ended the turn, and its judgement counts. */
  get #isEndedByProvider(): boolean {
    return this.#hasProviderEnded && !this.#isEntryOpen;
  }

  /** The caller goes on after the transcriber ended the turn within an open entry. */
  #entryGoesOn(): void {
    if (this.#hasProviderEnded && this.#isEntryOpen) this.#hasProviderEnded = false;
  }

  #turnLikely(): void {
    if (!this.#isEntryOpen) this.#options.onLikelyTurn(this.#words.parts);
  }

  #partialHeard(event: Extract<TranscriptEvent, { type: 'partial' }>): void {
    if (event.text.trim() !== '') {
      this.#entryGoesOn();
      this.#wordDelays.arrived(this.#options.clock.nowMs);
    }
    this.#words.setPartial(this.#wordsIn(event), this.#options.clock.nowMs);
    // A transcriber may detect speech that voice activity missed; its `final` result may never come.
    if (!this.#words.arePartial || this.#isSpeaking || (this.#isAwaitingFinal && !this.#isUnnoticed)) return;
    this.#awaitFinal(this.#options.clock.nowMs);
    this.#isUnnoticed = true;
  }

  /** Waits for the `final` result of speech that ended at `sinceMs`. */
  #awaitFinal(sinceMs: number): void {
    const { timers, clock } = this.#options;
    this.#isAwaitingFinal = true;
    this.#isUnnoticed = false;
    this.#isOverdue = false;
    timers.set('final', sinceMs + finalWaitMs - clock.nowMs, () => this.#finalOverdue());
  }

  /**
   * Returns the words of a result, with a corrected start. A transcriber may take noise for speech; the words would then
   * begin before the agent's question.
   */
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
    const isNew = this.#words.addFinal(this.#wordsIn(event), this.#options.clock.nowMs);
    // Voice activity may have missed this speech.
    if (isNew && !this.#isSpeaking) this.#speechEndMs ??= event.endMs;
    if (this.#isSpeaking) return;
    this.#unheardSinceMs = null;
    this.#isAwaitingFinal = false;
    this.#options.timers.clear('final');
    if (this.#isOverdue && !this.#words.areThere) this.#options.onUnheard(false);
    this.#isOverdue = false;
  }

  /** The `final` result is late: the partial words count, and without any the wait is extended once. */
  #finalOverdue(): void {
    const { transcriber, timers, onWords, onChange, onOverdue } = this.#options;
    this.#words.guess();
    if (this.#words.areThere) this.#isAwaitingFinal = false;
    else {
      this.#isOverdue = true;
      timers.set('final', overdueMsMax, () => this.#finalLost());
      transcriber?.overdue();
    }
    onWords();
    if (this.#isOverdue) onOverdue();
    onChange();
  }

  /** The transcriber returned nothing for the speech. */
  #finalLost(): void {
    const { transcriber, onUnheard, onChange } = this.#options;
    this.#isAwaitingFinal = false;
    this.#isOverdue = false;
    transcriber?.lost();
    onUnheard(true);
    onChange();
  }

  #wait(): ReturnType<typeof endOfTurnWait> {
    const { agent, language, expected, expectedEntry, toolEntry, sound } = this.#options;
    const machineMs = this.#options.machinePauseMs(this.text);
    if (machineMs !== null) return { why: 'silence', waitMs: machineMs };
    return endOfTurnWait({
      text: this.text,
      language: language.tag,
      endOfTurnMs: agent.endOfTurnMs,
      expected: expected(),
      entry: expectedEntry(),
      toolEntry,
      finished: sound?.finished ?? null,
    });
  }

  #windowOverMs(): number {
    const { waitMs } = this.#wait();
    const isProviderAwaited = this.#options.transcriber?.endsTurns && !this.#hasProviderEnded;
    const windowMs = isProviderAwaited ? Math.max(waitMs, providerTurnWaitMs) : waitMs;
    return (this.#speechEndMs ?? this.#words.endMs!) + windowMs;
  }

  /** Returns the transcriber's share of the wait: all of it if the transcriber ends turns, else its delay beyond the
   * end-of-turn window. */
  #transcriptWaitMs(speechEndMs: number, endOfTurnMs: number): number {
    if (this.#isEndedByProvider) return endOfTurnMs - speechEndMs;
    return Math.max((this.#words.arrived.finalAtMs ?? 0) - this.#windowOverMs(), 0);
  }

  #decide(kind: CallerTurn['kind']): void {
    const { clock, timers, onTurn } = this.#options;
    const endOfTurnMs = clock.nowMs;
    const endedBy = this.#turnEnd(kind);
    this.#words.setPartial(null, endOfTurnMs);
    const { parts } = this.#words;
    const spokenEndMs = this.#speechEndMs ?? this.#words.endMs ?? endOfTurnMs;
    const speechEndMs = kind === 'dtmf' ? this.#keys.lastMs : Math.min(spokenEndMs, endOfTurnMs);
    const transcriptWaitMs = kind === 'dtmf' ? 0 : this.#transcriptWaitMs(speechEndMs, endOfTurnMs);
    const keys = this.#keys.take();
    if (keys !== '') parts.push({ text: keys, input: 'dtmf' });
    const { firstAtMs, finalAtMs } = this.#words.arrived;
    const isSaid = this.#words.areThere;
    const transcriptFirstMs = isSaid ? firstAtMs : null;
    const transcriptFinalMs = isSaid ? finalAtMs : null;
    const words = this.discard();
    this.#words.clearLate();
    this.#answeredUntilMs = speechEndMs;
    this.#speechEndMs = null;
    timers.clear('keys');
    timers.clear('turn');
    if (parts.length === 0) return;
    const transcript = { transcriptFirstMs, transcriptFinalMs, transcriptWaitMs };
    onTurn({ kind, parts, words, marks: { speechEndMs, ...transcript, endOfTurnMs, endedBy } });
  }

  #turnEnd(kind: CallerTurn['kind']): TurnEnd {
    if (kind === 'dtmf') return 'keys';
    return this.#isEndedByProvider ? 'transcriber' : this.#wait().why;
  }
}

function wordsIn({ text, startMs, endMs }: Words): Words | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : { text: trimmed, startMs, endMs };
}
