import { delay } from '../../platform/kernel/index.ts';
import type { ModelMessage, SpeechAudio } from '../providers/interfaces/index.ts';
import type { AgentSideOptions } from './agent-side-options.ts';
import type { CallerTurn } from './caller-side.ts';
import type { UnansweredTurn } from './conversation.ts';
import { conversationOver, speechless, voiceless } from './ends.ts';
import { Explanations } from './explanations.ts';
import { spareOf } from './fillers.ts';
import { type Overlap, type TurnKind, TurnLedger, type TurnSetback } from './ledger.ts';
import { type CallerPart, hasEffect, Memory, mergeParts } from './memory.ts';
import type { AnswerContext, AnswerOutcome } from './rounds.ts';
import { Sayings } from './sayings.ts';
import { Sounded } from './sounded.ts';
import type { SpeechFrame } from './speech-frame.ts';
import { SpeechOutput } from './speech-output.ts';
import { isTypedAhead, newStep, newTurn, type Turn } from './turn.ts';
import { HeldBack } from './turns/held-back.ts';
import { OverlapFacts } from './turns/overlap-facts.ts';

/** The call ends after this many turns in a row without a model, or sentences in a row without a voice. */
const modelFailuresMax = 3;
const voiceFailuresMax = 2;
/** The peer plays audio this much later than we send it: its jitter buffer and its network. */
const playoutMs = 300;
/** Only the first turns of a call keep their latency. */
const ledgersMax = 1000;

/**
 * The agent's side of a conversation: it takes the caller's turns and speaks answers. Its modes:
 *
 * - **idle**
 * - **thinking**: a model or a tool is running.
 * - **listening on**: the model held its answer back, because the caller may not have finished.
 * - **speaking**
 * - **held**: thinking or speaking, but silent because the caller speaks.
 * - **bound**: a tool's action on the line is in progress, and the caller cannot interrupt.
 *
 * A turn that the caller did not hear and that ran no tool is undone. The caller's words in it become part of the next
 * turn.
 */
export class AgentSide {
  readonly #options: AgentSideOptions;
  readonly #memory: Memory;
  readonly #output: SpeechOutput;
  readonly #sayings: Sayings;
  readonly #ledgers: TurnLedger[] = [];
  /** Failures of transcribers since the last turn began. They belong to the next one. */
  #setbacks: TurnSetback[] = [];
  readonly #explanations: Explanations;
  #turn: Turn | null = null;
  #answering: Promise<void> = Promise.resolve();
  #turnCount = 0;
  #isBound = false;
  readonly #heldBack: HeldBack;
  readonly #sounded: Sounded;
  readonly #overlapFacts: OverlapFacts;
  #modelFailures = 0;
  #voiceFailures = 0;

  constructor(options: AgentSideOptions) {
    this.#options = options;
    const { language } = options;
    const { line, agent, onProblem, history, resumes } = options.conversation;
    this.#memory = new Memory(agent.prompt, resumes?.history ?? history);
    this.#turnCount = resumes?.turns.length ?? 0;
    this.#output = new SpeechOutput({
      line,
      clock: options.clock,
      voice: {
        voices: options.responder.voices,
        get voice() {
          return language.voice;
        },
        get language() {
          return language.tag;
        },
        pronunciations: agent.pronunciations,
        readsNumbers: agent.readsNumbers,
        sampleRateHz: line.sampleRateHz,
        stalled: new Set(),
        onProblem,
      },
      onSounding: (frame) => this.#sounding(frame),
      onQuiet: () => this.#quiet(),
      onFailed: () => this.#voiceFailed(),
      onSpoken: () => void (this.#voiceFailures = 0),
    });
    this.#sounded = new Sounded(this.#output);
    this.#overlapFacts = new OverlapFacts((...fact) => options.conversation.onFact?.(...fact));
    this.#heldBack = new HeldBack({ timers: options.timers, onDue: () => this.#answerHeldBack() });
    this.#sayings = new Sayings(
      this.#output,
      options.transcript,
      options.responder,
      spareOf(options.conversation),
    );
    this.#explanations = new Explanations({
      language,
      output: this.#output,
      sayings: this.#sayings,
      clock: options.clock,
      timers: options.timers,
      turn: () => this.#turn,
      isBound: () => this.#isBound,
      isMachine: () => options.navigator.isMachine,
    });
  }

  /** Whether the agent speaks, or will speak. */
  get isBusy(): boolean {
    return this.#output.isActive || this.#turn?.isThinking === true;
  }

  /** Whether the agent can take a turn of the caller now. */
  get isListening(): boolean {
    return !this.#isBound && (!this.#output.isActive || this.isExplaining) && !this.#output.isHeld;
  }

  /** Whether the agent only says a filler because the transcript is late. */
  get isExplaining(): boolean {
    return this.#explanations.areWordsAwaited;
  }

  /** Whether the caller cannot interrupt now. */
  get isBound(): boolean {
    return this.#isBound || this.#output.isMarked;
  }

  /** Whether the caller has heard anything of the current turn. */
  get hasSounded(): boolean {
    return this.#turn?.hasSounded === true;
  }

  /** The positions of the caller's turn whose answer the caller has not heard; `null` when there is none. */
  get unheardMarks(): CallerTurn['marks'] | null {
    return this.#turn?.hasSounded === false ? this.#turn.marks : null;
  }

  /** Whether the caller has heard a question in the current turn. */
  get isQuestionHeard(): boolean {
    return this.#sounded.isQuestion;
  }

  /** Whether the agent has something to say and the caller has heard nothing yet; `held` when the caller's own speech
   * delays it. */
  get isMute(): boolean | 'held' {
    return this.#sounded.isMute;
  }

  /** Whether the model held its answer back, and the caller may still go on. */
  get isHoldingBack(): boolean {
    return this.#heldBack.isOn;
  }

  get isGreeting(): boolean {
    return this.#turn?.kind === 'greeting';
  }

  /** The messages that the model knows, without the prompt. */
  get history(): readonly ModelMessage[] {
    return this.#options.responder.history(this.#memory);
  }

  get ledgers(): readonly TurnLedger[] {
    return this.#ledgers;
  }

  /** Adds an event of the call that later answers must take into account. */
  note(text: string): void {
    this.#options.responder.noted(this.#memory, text);
  }

  /** Says a text that is not an answer: the first message or a silence prompt. */
  remark(kind: 'greeting' | 'silence', text: string, ready: Promise<SpeechAudio> | null): void {
    const turn = this.#makeTurn(kind, []);
    this.#memory.begin(turn.memory);
    this.#sayings.say(turn, newStep(turn), text, 'data', ready);
    if (kind === 'greeting' && this.#hasLocalVoice) this.#explanations.thinking(this.#options.clock.nowMs);
    this.#options.onChange();
  }

  /** Says the announcement before any turn; the caller cannot interrupt it. Calls `onSaid` when all of it was heard. */
  announce(text: string, ready: Promise<SpeechAudio> | null, onSaid: () => void): void {
    this.#sayings.aside(text, 'marked', ready, onSaid);
    this.#options.onChange();
  }

  /** Says a filler because the transcript is late. */
  explain(): void {
    this.#explanations.awaitWords();
    this.#options.onChange();
  }

  /** Apologizes because the caller was not understood. */
  apologize(): void {
    const { apology } = this.#options.language.words;
    const isFree = this.#explanations.isIdle || this.isExplaining;
    if (isFree && apology !== '') this.remark('silence', apology, null);
  }

  /** Says the last words of the call. Resolves when they were played. */
  async sayFarewell(text: string): Promise<void> {
    if (text !== '') this.#sayings.aside(text, 'marked');
    this.#output.resume();
    await this.#heardOut();
  }

  /** Lets the model begin to answer what is probably the caller's whole turn. */
  prepare(parts: readonly CallerPart[]): void {
    const { responder, clock, language } = this.#options;
    const previous = this.#turn !== null && !hasEffect(this.#turn.memory) ? this.#turn.memory : null;
    // The states of the models are put back only with the next turn. A held-back answer leaves them as they are.
    const isTakenBack = previous !== null && !this.isHoldingBack;
    if (this.isBusy || this.#isBound || isTakenBack || !responder.canAnswer) return;
    responder.prepare(this.#memory.messagesInstead(previous, parts), {
      nowMs: () => clock.nowMs,
      language: language.tag,
      speak: (text) => this.#output.prepare(text),
    });
  }

  /** Drops what `prepare` began: the caller goes on. */
  dropPrepared(): void {
    this.#options.responder.dropPrepared();
  }

  /** Answers what the caller said, or the caller's silence. */
  answer(kind: TurnKind, parts: CallerPart[], marks: CallerTurn['marks'] | null): void {
    const previous = this.#turn;
    const { nowMs } = this.#options.clock;
    // A filler is spoken to its end; the answer follows it.
    const isHeardOut = this.isExplaining;
    if (this.isBusy && !isHeardOut) this.interrupt(nowMs);
    const turn = this.#makeTurn(kind, parts);
    turn.marks = marks;
    if (marks) turn.ledger.decided(marks);
    turn.isThinking = true;
    this.#explanations.thinking(marks?.speechEndMs ?? nowMs);
    const before = isHeardOut ? this.#answering : this.#answering.then(() => this.#output.quiet());
    this.#answering = this.#answer(turn, previous, before);
  }

  /** Counts the silence after a held-back answer while `isQuiet`: neither side speaks or is about to. */
  quiet(isQuiet: boolean): void {
    this.#heldBack.quiet(isQuiet);
  }

  /** Records what became of the caller's speech over the agent's. */
  overlapped(overlap: Overlap): void {
    this.#turn?.ledger.overlapped(overlap);
    this.#overlapFacts.note(overlap);
  }

  /** Records a failure of a provider in the turn that it delays. */
  setback(setback: TurnSetback): void {
    const ledger = this.#ledgers.at(-1);
    if (setback.kind === 'transcriber' || !ledger) this.#setbacks.push(setback);
    else ledger.setback(setback);
  }

  /** Stops speaking at once, and keeps the unspoken rest. */
  hold(): void {
    this.#output.hold();
  }

  /** Continues where `hold` stopped. */
  resume(): void {
    this.#output.resume();
  }

  /**
   * Stops speaking at once, and drops the rest of the turn. A running tool continues. `atMs` is where the caller began
   * to interrupt; `null` when something else interrupts.
   */
  interrupt(atMs: number | null): void {
    const turn = this.#turn;
    if (atMs !== null && turn?.hasSounded && this.#output.isActive) turn.ledger.interrupted(atMs);
    turn?.abort.abort(new Error('the caller interrupts'));
    this.#explanations.stop();
    this.#output.interrupt();
  }

  /** Stops everything. The transcript contains all that was heard when this resolves. */
  async close(): Promise<void> {
    this.#turn?.abort.abort(conversationOver);
    this.dropPrepared();
    const dropped = this.#options.responder.takeDropped();
    // The caller's first turn may never have come.
    if (dropped > 0) (this.#ledgers.at(-1) ?? this.#newLedger('speech')).dropped(dropped);
    this.#output.close();
    await this.#output.quiet();
  }

  get #hasLocalVoice(): boolean {
    return this.#options.conversation.providers.textToSpeech.some(({ isLocal }) => isLocal);
  }

  #makeTurn(kind: TurnKind, parts: CallerPart[]): Turn {
    const ledger = this.#newLedger(kind);
    this.#sounded.clear();
    this.#explanations.wordsOver();
    this.#heldBack.end();
    this.#turn = newTurn({ kind, ledger, parts, states: this.#options.responder.states });
    return this.#turn;
  }

  #newLedger(kind: TurnKind): TurnLedger {
    const ledger = new TurnLedger(++this.#turnCount, kind);
    for (const setback of this.#setbacks.splice(0)) ledger.setback(setback);
    if (this.#ledgers.length < ledgersMax) this.#ledgers.push(ledger);
    return ledger;
  }

  /** Answers once the previous turn has settled. Never rejects. */
  async #answer(turn: Turn, previous: Turn | null, before: Promise<void>): Promise<void> {
    const { responder, over, conversation } = this.#options;
    await before;
    if (previous && !hasEffect(previous.memory)) this.#takeBack(previous, turn);
    turn.memory.parts = mergeParts(turn.memory.parts);
    turn.states = responder.states;
    try {
      turn.abort.signal.throwIfAborted();
      over.throwIfAborted();
      this.#memory.begin(turn.memory);
      this.#conclude(turn, await responder.answer(this.#answerContext(), turn));
    } catch (error) {
      if (!turn.abort.signal.aborted && !over.aborted)
        conversation.onProblem({ what: 'a turn failed', error });
    } finally {
      turn.isThinking = false;
      this.#options.onChange();
    }
  }

  /** Answers after the caller said nothing more. The turn that was held back becomes part of the new one. */
  #answerHeldBack(): void {
    const { marks } = this.#turn ?? {};
    const endOfTurnMs = this.#options.clock.nowMs;
    this.answer('speech', [], marks ? { ...marks, endOfTurnMs, endedBy: 'held-back' } : null);
    this.#turn!.isDue = true;
  }

  #takeBack(previous: Turn, turn: Turn): void {
    this.#memory.takeBack(previous.memory);
    if (!isTypedAhead(previous, turn)) this.#options.responder.putBack(previous.states);
    turn.memory.parts = [...previous.memory.parts, ...turn.memory.parts];
  }

  #conclude(turn: Turn, outcome: AnswerOutcome): void {
    const { onEnd, conversation, language } = this.#options;
    if (typeof outcome === 'object') {
      onEnd(outcome.end, '');
      return;
    }
    if (turn.heldBack) {
      this.#explanations.stop();
      this.#heldBack.begin(turn.heldBack);
      return;
    }
    const { apology, goodbye } = language.words;
    this.#modelFailures = outcome === 'failed' ? this.#modelFailures + 1 : 0;
    const report = (instead: UnansweredTurn['instead']) => {
      if (outcome === 'failed' || outcome === 'empty') conversation.onUnanswered?.({ why: outcome, instead });
    };
    if (this.#modelFailures >= modelFailuresMax) {
      report('goodbye');
      onEnd(speechless, goodbye);
      return;
    }
    const isOwed = outcome === 'empty' || outcome === 'failed';
    if (isOwed) turn.ledger.gaveUp(this.#options.clock.nowMs);
    report(apology === '' ? 'nothing' : 'apology');
    if (isOwed && apology !== '') this.#sayings.say(turn, newStep(turn), apology, 'data');
  }

  #answerContext(): AnswerContext {
    const { conversation, language, clock, responder, over, transcript, navigator } = this.#options;
    return {
      options: conversation,
      language,
      clock,
      navigator,
      memory: this.#memory,
      over,
      said: () => responder.said(this.#memory),
      speak: (turn, step, speech, onHeard) => this.#sayings.speak(turn, step, speech, 'data', onHeard),
      say: (turn, step, text, kind, ready) => this.#sayings.say(turn, step, text, kind, ready),
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
      this.#output.markAll();
      this.#output.resume();
      await this.#heardOut();
    }
    this.#options.onChange();
  }

  /** Resolves when all speech was sent and the peer has had time to play it. */
  async #heardOut(): Promise<void> {
    const { clock, over } = this.#options;
    await this.#output.quiet();
    const leftMs = this.#output.saidUntilMs + playoutMs - clock.nowMs;
    if (leftMs > 0) await delay(leftMs, over);
  }

  #sounding(frame: SpeechFrame): void {
    if (this.#turn) {
      this.#turn.hasSounded = true;
      this.#turn.onSounding();
    }
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
