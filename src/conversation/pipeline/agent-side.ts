import { delay } from '../../platform/kernel/index.ts';
import type { SpeechAudio } from '../providers/interfaces/index.ts';
import type { AgentSideOptions } from './agent-side-options.ts';
import type { CallerTurn } from './caller-side.ts';
import type { UnansweredTurn } from './conversation.ts';
import { conversationOver, speechless, voiceless } from './ends.ts';
import { Explanations } from './explanations.ts';
import { spareOf } from './fillers.ts';
import { wordsOf } from './languages.ts';
import { type TurnKind, TurnLedger } from './ledger.ts';
import { type CallerPart, hasEffect, Memory, mergeParts } from './memory.ts';
import { Mouth } from './mouth.ts';
import type { AnswerContext, AnswerOutcome } from './rounds.ts';
import { Sayings } from './sayings.ts';
import { Sounded } from './sounded.ts';
import type { SpeechFrame } from './speech-frame.ts';
import { isTypedAhead, newStep, newTurn, type Turn } from './turn.ts';

/** Turns in a row that no model could answer, and sentences in a row that no voice could speak. */
const modelFailuresMax = 3;
const voiceFailuresMax = 2;
/** The other side plays what was sent so much later: it holds audio to even out how that arrives, and passes it on. */
const playoutMs = 300;
/** Turns whose latency is kept. */
const ledgersMax = 1000;

/**
 * The agent's side: turns of the caller come in, speech goes out. Its modes: **idle**; **thinking**: a model or a tool
 * is at work; **speaking**; either may be **held**; **bound**: what a tool asked for on the line is being done, and
 * the caller cuts nothing off.
 *
 * A turn of which the caller heard nothing, and which did nothing, is taken back, and what was said in it becomes
 * part of the next.
 */
export class AgentSide {
  readonly #options: AgentSideOptions;
  readonly #memory: Memory;
  readonly #mouth: Mouth;
  readonly #sayings: Sayings;
  readonly #ledgers: TurnLedger[] = [];
  readonly #explanations: Explanations;
  #turn: Turn | null = null;
  #answering: Promise<void> = Promise.resolve();
  #turnCount = 0;
  #isBound = false;
  readonly #sounded: Sounded;
  #modelFailures = 0;
  #voiceFailures = 0;

  constructor(options: AgentSideOptions) {
    this.#options = options;
    const { line, agent, onProblem, history } = options.conversation;
    this.#memory = new Memory(agent.prompt, history);
    this.#mouth = new Mouth({
      line,
      clock: options.clock,
      voice: {
        voices: options.mind.voices,
        voice: agent.voice,
        language: agent.language,
        sampleRateHz: line.sampleRateHz,
        stalled: new Set(),
        onProblem,
      },
      onSounding: (frame) => this.#sounding(frame),
      onQuiet: () => this.#quiet(),
      onFailed: () => this.#voiceFailed(),
      onSpoken: () => void (this.#voiceFailures = 0),
    });
    this.#sounded = new Sounded(this.#mouth);
    this.#sayings = new Sayings(this.#mouth, options.transcript, options.mind, spareOf(options.conversation));
    this.#explanations = new Explanations({
      agent,
      mouth: this.#mouth,
      sayings: this.#sayings,
      clock: options.clock,
      timers: options.timers,
      turn: () => this.#turn,
      isBound: () => this.#isBound,
    });
  }

  /** Whether it speaks, or is about to. */
  get isBusy(): boolean {
    return this.#mouth.isActive || this.#turn?.isThinking === true;
  }

  /** Whether a turn of the caller can be taken now. */
  get isListening(): boolean {
    return !this.#isBound && (!this.#mouth.isActive || this.isExplaining) && !this.#mouth.isHeld;
  }

  /** Whether it only says that it takes long to understand what the caller said. */
  get isExplaining(): boolean {
    return this.#explanations.areWordsAwaited;
  }

  /** Whether the caller cuts nothing off now. */
  get isBound(): boolean {
    return this.#isBound || this.#mouth.isMarked;
  }

  /** Whether the caller has heard anything of the turn that goes on. */
  get hasSounded(): boolean {
    return this.#turn?.hasSounded === true;
  }

  /** Whether something was asked in it. */
  get isQuestionHeard(): boolean {
    return this.#sounded.isQuestion;
  }

  /** Whether it has something to say and nothing of it was ever heard; `held`: because the caller speaks. */
  get isMute(): boolean | 'held' {
    return this.#sounded.isMute;
  }

  get isGreeting(): boolean {
    return this.#turn?.kind === 'greeting';
  }

  get ledgers(): readonly TurnLedger[] {
    return this.#ledgers;
  }

  /** Something happened to the call that its answers have to heed. */
  note(text: string): void {
    this.#options.mind.noted(this.#memory, text);
  }

  /** Says something that is no answer: the first message, a reminder. */
  remark(kind: 'greeting' | 'silence', text: string, ready: Promise<SpeechAudio> | null): void {
    const turn = this.#makeTurn(kind, []);
    this.#memory.begin(turn.memory);
    this.#sayings.say(turn, newStep(turn), text, 'data', ready);
    if (kind === 'greeting' && this.#hasLocalVoice) this.#explanations.thinking(this.#options.clock.nowMs);
    this.#options.onChange();
  }

  /** Says what comes before any turn, and nobody cuts off; `onSaid` is told when it was heard to its end. */
  announce(text: string, ready: Promise<SpeechAudio> | null, onSaid: () => void): void {
    this.#sayings.aside(text, 'marked', ready, onSaid);
    this.#options.onChange();
  }

  /** It takes long to understand the caller. */
  explain(): void {
    this.#explanations.awaitWords();
    this.#options.onChange();
  }

  /** What the caller said was not understood. */
  apologize(): void {
    const { apology } = wordsOf(this.#options.conversation.agent.language);
    const isFree = this.#explanations.isIdle || this.isExplaining;
    if (isFree && apology !== '') this.remark('silence', apology, null);
  }

  /** Says last words, after which nothing is said. Resolves when they were. */
  async sayFarewell(text: string): Promise<void> {
    if (text !== '') this.#sayings.aside(text, 'marked');
    this.#mouth.resume();
    await this.#heardOut();
  }

  /** Answers what the caller said, or that nothing was. */
  answer(kind: TurnKind, parts: CallerPart[], marks: CallerTurn['marks'] | null): void {
    const previous = this.#turn;
    const { nowMs } = this.#options.clock;
    // What explains the wait is said to its end; the answer is behind it.
    const isHeardOut = this.isExplaining;
    if (this.isBusy && !isHeardOut) this.interrupt(nowMs);
    const turn = this.#makeTurn(kind, parts);
    if (marks) turn.ledger.decided(marks);
    turn.isThinking = true;
    this.#explanations.thinking(marks?.speechEndMs ?? nowMs);
    const before = isHeardOut ? this.#answering : this.#answering.then(() => this.#mouth.quiet());
    this.#answering = this.#answer(turn, previous, before);
  }

  /** Falls silent at once, and keeps what it was about to say. */
  hold(): void {
    this.#mouth.hold();
  }

  /** Goes on where it was held. */
  resume(): void {
    this.#mouth.resume();
  }

  /**
   * Falls silent at once, and drops what it was about to say and to think; a tool that runs goes on. `atMs`: where the
   * caller began to interrupt; null: it was not the caller.
   */
  interrupt(atMs: number | null): void {
    const turn = this.#turn;
    if (atMs !== null && turn?.hasSounded && this.#mouth.isActive) turn.ledger.interrupted(atMs);
    turn?.abort.abort(new Error('the caller interrupts'));
    this.#explanations.stop();
    this.#mouth.interrupt();
  }

  /** Ends everything; what was heard is in the transcript when this resolves. */
  async close(): Promise<void> {
    this.#turn?.abort.abort(conversationOver);
    this.#mouth.close();
    await this.#mouth.quiet();
  }

  /** Whether one of its voices may be waited for, however long. */
  get #hasLocalVoice(): boolean {
    return this.#options.conversation.providers.textToSpeech.some(({ isLocal }) => isLocal);
  }

  #makeTurn(kind: TurnKind, parts: CallerPart[]): Turn {
    const ledger = new TurnLedger(++this.#turnCount, kind);
    if (this.#ledgers.length < ledgersMax) this.#ledgers.push(ledger);
    this.#sounded.clear();
    this.#explanations.wordsOver();
    this.#turn = newTurn({ kind, ledger, parts, states: this.#options.mind.states });
    return this.#turn;
  }

  /** Answers when the turn before has come to rest. Never rejects. */
  async #answer(turn: Turn, previous: Turn | null, before: Promise<void>): Promise<void> {
    const { mind, over, conversation } = this.#options;
    await before;
    if (previous && !hasEffect(previous.memory)) this.#takeBack(previous, turn);
    turn.memory.parts = mergeParts(turn.memory.parts);
    turn.states = mind.states;
    try {
      turn.abort.signal.throwIfAborted();
      over.throwIfAborted();
      this.#memory.begin(turn.memory);
      this.#conclude(turn, await mind.answer(this.#answerContext(), turn));
    } catch (error) {
      if (!turn.abort.signal.aborted && !over.aborted)
        conversation.onProblem({ what: 'a turn failed', error });
    } finally {
      turn.isThinking = false;
      this.#options.onChange();
    }
  }

  #takeBack(previous: Turn, turn: Turn): void {
    this.#memory.takeBack(previous.memory);
    if (!isTypedAhead(previous, turn)) this.#options.mind.putBack(previous.states);
    turn.memory.parts = [...previous.memory.parts, ...turn.memory.parts];
  }

  #conclude(turn: Turn, outcome: AnswerOutcome): void {
    const { onEnd, conversation } = this.#options;
    if (typeof outcome === 'object') {
      onEnd(outcome.end, '');
      return;
    }
    const { apology, goodbye } = wordsOf(conversation.agent.language);
    this.#modelFailures = outcome === 'failed' ? this.#modelFailures + 1 : 0;
    const tell = (instead: UnansweredTurn['instead']) => {
      if (outcome === 'failed' || outcome === 'empty') conversation.onUnanswered?.({ why: outcome, instead });
    };
    if (this.#modelFailures >= modelFailuresMax) {
      tell('goodbye');
      onEnd(speechless, goodbye);
      return;
    }
    const isOwed = outcome === 'empty' || outcome === 'failed';
    if (isOwed) turn.ledger.gaveUp(this.#options.clock.nowMs);
    tell(apology === '' ? 'nothing' : 'apology');
    if (isOwed && apology !== '') this.#sayings.say(turn, newStep(turn), apology, 'data');
  }

  #answerContext(): AnswerContext {
    const { conversation, clock, mind, over, transcript } = this.#options;
    return {
      options: conversation,
      clock,
      memory: this.#memory,
      over,
      said: () => mind.said(this.#memory),
      speak: (turn, step, speech, onHeard) => this.#sayings.speak(turn, step, speech, 'data', onHeard),
      say: (turn, step, text, kind) => this.#sayings.say(turn, step, text, kind),
      onTool: (turn) => {
        if (turn === this.#turn) this.#explanations.tool(turn);
      },
      record: (entry) => transcript.add(entry),
      bind: (isBound) => this.#bind(isBound),
    };
  }

  async #bind(isBound: boolean): Promise<void> {
    this.#isBound = isBound;
    this.#explanations.stop();
    if (isBound) {
      this.#mouth.markAll();
      this.#mouth.resume();
      await this.#heardOut();
    }
    this.#options.onChange();
  }

  /** All was said, and the other side has had time to play the end of it. */
  async #heardOut(): Promise<void> {
    const { clock, over } = this.#options;
    await this.#mouth.quiet();
    const leftMs = this.#mouth.saidUntilMs + playoutMs - clock.nowMs;
    if (leftMs > 0) await delay(leftMs, over);
  }

  #sounding(frame: SpeechFrame): void {
    if (this.#turn) this.#turn.hasSounded = true;
    this.#sounded.add(frame);
    this.#options.onChange();
  }

  #quiet(): void {
    const turn = this.#turn;
    this.#explanations.wordsOver();
    if (turn && !turn.isThinking && !turn.abort.signal.aborted) this.#options.onSaid(turn.kind);
    this.#options.onChange();
  }

  #voiceFailed(): void {
    this.#voiceFailures++;
    const isFirst = this.#turn === null || this.isGreeting;
    if (isFirst || this.#voiceFailures >= voiceFailuresMax) this.#options.onEnd(voiceless, '');
  }
}
