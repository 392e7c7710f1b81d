import type { ExpectedCharacters, ExpectedEntry, TranscriptEvent } from '../providers/interfaces/index.ts';
import type { CallLanguage } from './call-language.ts';
import type { CallerHooks, CallerSide, CallerSpeech, CallerTurn, Words } from './caller-side.ts';
import type { ConversationAgent } from './conversation.ts';
import { HeardSpeech, wordsIn } from './heard-speech.ts';
import { interKeyMs, Keys } from './keys.ts';
import type { SpeechEdgeEvent } from './line.ts';
import type { Transcriber } from './transcriber.ts';
import { endOfTurnWait, isLikelyEnd, providerTurnWaitMs, type TurnEnd } from './turns/end-of-turn.ts';
import type { TurnSound } from './turns/turn-sound.ts';

interface CallerOptions extends Omit<CallerHooks, 'onGone' | 'isMuted'> {
  agent: Pick<ConversationAgent, 'endOfTurnMs'>;
  language: Pick<CallLanguage, 'tag'>;
  transcriber: Transcriber | null;
  /** Judges by sound whether the caller has finished; `null` without a turn detector. */
  sound: TurnSound | null;
  /** Returns the phrases and keys that the model expects next; empty when it accepts anything. */
  expected: () => readonly string[];
  /** Returns the digits, number, spelled characters or e-mail address that the model has asked for; `null` for none. */
  expectedEntry: () => ExpectedEntry | null;
  /** The characters that the agent's tools need; `null` for none. */
  toolEntry: ExpectedCharacters | null;
  /** Whether the model collects keys itself: each key is then a turn, except in an entry whose length is open. */
  collectsKeys: boolean;
  /** Returns whether `#` may have a meaning right after a complete entry. */
  takesPound: () => boolean;
}

/** Words that reach to this long before a pause are all words before it. */
const wordsLagMsMax = 300;

/**
 * The caller's side with a transcriber. Its modes: **silent**; **speaking**; **unfinished**: silent, but words are
 * missing or the turn may continue.
 */
export class Caller implements CallerSide {
  readonly #options: CallerOptions;
  readonly #keys = new Keys();
  readonly #heard: HeardSpeech;
  readonly #words: HeardSpeech['words'];
  #speechStartMs = 0;
  #speechEndMs: number | null = null;
  /** The last sound before the current pause; `null` when there is none. The speech may have gone on since. */
  #pausedMs: number | null = null;
  #hasProviderEnded = false;
  /** The end of the speech in the last turn. */
  #answeredUntilMs = Number.NEGATIVE_INFINITY;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#heard = new HeardSpeech(options);
    this.#words = this.#heard.words;
  }

  get isHeard(): boolean {
    return this.#options.transcriber !== null;
  }

  get isSpeaking(): boolean {
    return this.#heard.isSpeaking;
  }

  get isPending(): boolean {
    return !this.#heard.isComplete || this.text !== '' || !this.#keys.isEmpty;
  }

  get speech(): CallerSpeech {
    const hasPartials = this.#options.transcriber?.emitsPartials !== false;
    return {
      startMs: this.#speechStartMs,
      endMs: this.isSpeaking ? null : (this.#speechEndMs ?? this.#speechStartMs),
      text: this.text,
      isFinal: this.#heard.isComplete,
      wordsCome: hasPartials ? 'at-once' : 'at-end',
      wordsWithinMs: hasPartials ? this.#heard.wordsWithinMs : null,
    };
  }

  get text(): string {
    return this.#words.text;
  }

  speechStarted({ atMs }: SpeechEdgeEvent): void {
    this.#speechStartMs = atMs;
    this.#pausedMs = null;
    this.#entryGoesOn();
    this.#heard.started(atMs);
    this.#options.sound?.speechStarted(atMs, this.text === '');
    this.#options.timers.clear('turn');
  }

  speechPaused({ atMs }: SpeechEdgeEvent): void {
    this.#pausedMs = atMs;
    this.#options.sound?.judge(atMs);
    this.#anticipate();
  }

  speechEnded({ atMs }: SpeechEdgeEvent): void {
    const { transcriber, sound } = this.#options;
    this.#heard.ended();
    this.#speechEndMs = atMs;
    this.#pausedMs = atMs;
    sound?.judge(atMs);
    if (!transcriber) return;
    this.#heard.await(atMs);
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
    if (event.type === 'turn-ended') this.#hasProviderEnded = this.#heard.isAwaited || this.text !== '';
    else if (event.type === 'turn-likely') this.#turnLikely();
    else if (event.type === 'turn-resumed') this.#options.onTurnResumed();
    else if (event.type === 'partial') this.#partial(event);
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
    const { timers, expected, expectedEntry, collectsKeys } = this.#options;
    const expectedKeys = { phrases: expected(), entry: expectedEntry(), collectsKeys };
    if (this.#keys.press(digit, atMs, expectedKeys)) this.#keysOver();
    else timers.set('keys', interKeyMs, () => this.#keysOver());
  }

  #keysOver(): void {
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
    if (!this.#heard.isComplete || this.#words.arePartial || this.#options.sound?.isJudging) return;
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

  #partial(event: Extract<TranscriptEvent, { type: 'partial' }>): void {
    if (event.text.trim() !== '') this.#entryGoesOn();
    this.#heard.partial(event);
  }

  #final(event: Extract<TranscriptEvent, { type: 'final' }>): void {
    const isNew = this.#heard.final(event);
    // Voice activity may have missed this speech.
    if (isNew && !this.isSpeaking) this.#speechEndMs ??= event.endMs;
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

  /** Returns the transcriber's share of the wait: all of it if it ends turns, else its delay beyond the window. */
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
    const { areThere, arrived } = this.#words;
    const words = this.discard();
    this.#words.clearLate();
    this.#answeredUntilMs = speechEndMs;
    this.#speechEndMs = null;
    timers.clear('keys');
    timers.clear('turn');
    if (parts.length === 0) return;
    const transcript = {
      transcriptFirstMs: areThere ? arrived.firstAtMs : null,
      transcriptFinalMs: areThere ? arrived.finalAtMs : null,
      transcriptWaitMs,
    };
    onTurn({ kind, parts, words, marks: { speechEndMs, ...transcript, endOfTurnMs, endedBy } });
  }

  #turnEnd(kind: CallerTurn['kind']): TurnEnd {
    if (kind === 'dtmf') return 'keys';
    return this.#isEndedByProvider ? 'transcriber' : this.#wait().why;
  }
}
