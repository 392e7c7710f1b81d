import type { ModelMessage, SpeechAudio } from '../providers/interfaces/index.ts';
import type { AgentSideOptions } from './agent-side-options.ts';
import { AgentVoice } from './agent-voice.ts';
import { Ahead } from './ahead.ts';
import { Answers } from './answers.ts';
import type { OnCallerSaid } from './commands.ts';
import { conversationOver, voiceless } from './ends.ts';
import { Explanations } from './explanations.ts';
import type { TurnLedger } from './ledger.ts';
import { type CallerPart, isUntouched, Memory } from './memory.ts';
import type { Heard, SpeechFrame } from './speech-frame.ts';
import { newStep, newTurn, type Turn } from './turn.ts';
import type { CallerMarks, Overlap, TurnKind, TurnSetback } from './turn-latency.ts';
import { TurnRecords } from './turn-records.ts';
import { HeldBack } from './turns/held-back.ts';

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
  readonly #records: TurnRecords;
  readonly #voice: AgentVoice;
  readonly #answers: Answers;
  /** What begins before the caller's turn is over. */
  readonly ahead: Ahead;
  readonly #explanations: Explanations;
  #turn: Turn | null = null;
  #isBound = false;
  #isMuted = false;
  /** Takes the caller's turns while a member speaks in the agent's place. */
  #onCallerSaid: OnCallerSaid | null = null;
  readonly #heldBack: HeldBack;

  constructor(options: AgentSideOptions) {
    this.#options = options;
    const { language, conversation } = options;
    const { agent, history, resumes } = conversation;
    this.#memory = new Memory(agent.prompt, resumes?.history ?? history);
    this.#records = new TurnRecords(resumes?.turns.length ?? 0, (...fact) => conversation.onFact?.(...fact));
    this.#voice = new AgentVoice(options, {
      onSounding: () => this.#sounding(),
      onQuiet: () => this.#quiet(),
      isFirst: () => this.#turn === null || this.isGreeting,
      onBroken: () => options.onEnd(voiceless, ''),
    });
    this.#heldBack = new HeldBack({ timers: options.timers, onDue: () => this.#answerHeldBack() });
    this.#explanations = new Explanations({
      language,
      output: this.#voice.output,
      sayings: this.#voice.sayings,
      clock: options.clock,
      timers: options.timers,
      turn: () => this.#turn,
      isBound: () => this.#isBound,
      isMachine: () => options.navigator.isMachine,
    });
    this.ahead = new Ahead(options, {
      memory: this.#memory,
      voice: this.#voice,
      turn: () => this.#turn,
      isFree: () => !this.isBusy && !this.#isBound && !this.#isMuted,
      isHoldingBack: () => this.isHoldingBack,
    });
    this.#answers = new Answers(options, {
      memory: this.#memory,
      voice: this.#voice,
      explanations: this.#explanations,
      isCurrent: (turn) => turn === this.#turn,
      bind: (isBound) => this.#bind(isBound),
      onHeldBack: (turn) => this.#heldBack.begin(turn),
    });
  }

  /** Whether the agent speaks, or will speak. */
  get isBusy(): boolean {
    return this.#voice.output.isActive || this.#turn?.isThinking === true;
  }

  /** Whether a member muted the agent: it hears the caller, and says only what members want. */
  get isMuted(): boolean {
    return this.#isMuted;
  }

  /** Whether the agent can take a turn of the caller now. */
  get isListening(): boolean {
    if (this.#isBound || this.#voice.output.isHeld) return false;
    const hasMoreToSay = this.#turn?.isThinking === true && this.mustBeHeard;
    return this.isExplaining || !(this.#voice.output.isActive || hasMoreToSay);
  }

  /** Whether the current turn must be heard to its end: its first message, and whatever has begun to sound. */
  get mustBeHeard(): boolean {
    return !this.#options.conversation.agent.interruptible && (this.hasSounded || this.isGreeting);
  }

  /** Whether a tool's action on the line is in progress. */
  get isActing(): boolean {
    return this.#isBound;
  }

  /** Whether the agent only says a filler because the transcript is late. */
  get isExplaining(): boolean {
    return this.#explanations.areWordsAwaited;
  }

  /** Whether the caller cannot interrupt now. */
  get isBound(): boolean {
    return this.#isBound || this.#voice.output.isMarked;
  }

  /** Whether the caller has heard anything of the current turn. */
  get hasSounded(): boolean {
    return this.#turn?.hasSounded === true;
  }

  /** The positions of the caller's turn whose answer the caller has not heard; `null` when there is none. */
  get unheardMarks(): CallerMarks | null {
    return this.#turn?.hasSounded === false ? this.#turn.marks : null;
  }

  /** Whether the caller has heard a question in the current turn. */
  get isQuestionHeard(): boolean {
    return this.#voice.sounded.isQuestion;
  }

  /** Whether the agent has something to say and the caller has heard nothing yet; `held` when the caller's own speech
   * delays it. */
  get isMute(): boolean | 'held' {
    return this.#voice.sounded.isMute;
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
    return this.#records.ledgers;
  }

  /** Adds an event of the call that later answers must take into account. */
  note(text: string): void {
    this.#options.responder.noted(this.#memory, text);
  }

  /** Says a text that is not an answer: the first message or a silence prompt. */
  remark(kind: 'greeting' | 'silence', text: string, ready: Promise<SpeechAudio> | null): void {
    if (this.#isMuted) return;
    const turn = this.#makeTurn(kind, []);
    this.#memory.begin(turn.memory);
    this.#voice.sayings.say(turn, newStep(turn), text, 'data', ready);
    if (kind === 'greeting' && this.#hasLocalVoice) this.#explanations.thinking(this.#options.clock.nowMs);
    this.#options.onChange();
  }

  /** Says the announcement before any turn; the caller cannot interrupt it. Calls `onSaid` when all of it was heard. */
  announce(text: string, ready: Promise<SpeechAudio> | null, onSaid: () => void): void {
    this.#voice.sayings.aside(text, 'marked', ready, onSaid);
    this.#options.onChange();
  }

  /** Says a filler because the transcript is late. */
  explain(): void {
    if (this.#isMuted) return;
    this.#explanations.awaitWords();
    this.#options.onChange();
  }

  /** Says that the caller was not understood. A dialogue has words of its own for that. */
  apologize(): void {
    const { language, responder } = this.#options;
    const { apology } = language.words;
    const isFree = this.#explanations.isIdle || this.isExplaining;
    if (!isFree || this.#isMuted) return;
    if (responder.collectsKeys) this.answer('silence', [{ text: '', input: 'speech' }], null);
    else if (apology !== '') this.remark('silence', apology, null);
  }

  /** Says the last words of the call. Resolves when they were played. */
  async sayFarewell(text: string): Promise<void> {
    if (text !== '') this.#voice.sayings.aside(text, 'marked');
    this.#voice.output.resume();
    await this.#voice.heardOut();
  }

  /** Answers what the caller said, or the caller's silence. */
  answer(kind: TurnKind, parts: CallerPart[], marks: CallerMarks | null): void {
    if (this.#isMuted) {
      const said = parts.filter(({ input }) => input !== 'none');
      if (said.length === 0) return;
      this.#memory.begin({ parts: said, steps: [] });
      this.#onCallerSaid?.(this.history, this.#options.responder.control?.stage ?? null);
      return;
    }
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
    this.#answers.answer(turn, previous, isHeardOut);
  }

  /** Counts the silence after a held-back answer while `isQuiet`: neither side speaks or is about to. */
  quiet(isQuiet: boolean): void {
    this.#heldBack.quiet(isQuiet);
  }

  /** Records what became of the caller's speech over the agent's. */
  overlapped(overlap: Overlap): void {
    this.#records.overlapped(this.#turn?.ledger, overlap);
  }

  /** Records a failure of a provider in the turn that it delays. */
  setback(setback: TurnSetback): void {
    this.#records.setback(setback);
  }

  /** Stops speaking at once, and keeps the unspoken rest. */
  hold(): void {
    this.#voice.output.hold();
  }

  /** Continues where `hold` stopped. */
  resume(): void {
    this.#voice.output.resume();
  }

  /**
   * Stops speaking at once, and drops the rest of the turn. A running tool continues. `atMs` is where the caller began
   * to interrupt; `null` when something else interrupts.
   */
  interrupt(atMs: number | null): void {
    const turn = this.#turn;
    if (atMs !== null && turn?.hasSounded && this.#voice.output.isActive) turn.ledger.interrupted(atMs);
    turn?.abort.abort(new Error('the caller interrupts'));
    this.#explanations.stop();
    this.#voice.output.interrupt();
  }

  /** Mutes the agent, which falls silent at once, or lets it speak again. */
  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
    this.#onCallerSaid = null;
    if (!isMuted) return;
    this.ahead.drop();
    this.#heldBack.end();
    // An apology for a member who was lost, which another member makes needless.
    if (this.#turn && !this.#turn.isThinking && !this.#isBound) this.#voice.output.unmark(this.#turn.ledger);
    this.interrupt(null);
  }

  /** Passes the caller's turns on while the agent is muted. */
  leaveTurns(onCallerSaid: OnCallerSaid | null): void {
    this.#onCallerSaid = onCallerSaid;
  }

  /**
   * Says a given text in place of what the agent is saying. The caller's turn that waits for an answer has this one.
   * Resolves with what the caller heard.
   */
  sayGiven(
    text: string,
    ready: Promise<SpeechAudio> | null,
    kind: SpeechFrame['kind'] = 'data',
  ): Promise<Heard> {
    const previous = this.#turn;
    if (this.isBusy) this.interrupt(null);
    const isUnanswered = previous !== null && isUntouched(previous.memory);
    if (isUnanswered) this.#memory.takeBack(previous.memory);
    const turn = this.#makeTurn('silence', isUnanswered ? previous.memory.parts : []);
    this.#memory.begin(turn.memory);
    const { responder } = this.#options;
    return new Promise((resolve) => {
      this.#voice.sayings.speak(turn, newStep(turn), { text, ready }, kind, (heard) => {
        responder.remarked(heard.text);
        resolve(heard);
      });
      this.#options.onChange();
    });
  }

  /** Acts on the line for a member, after a message that the caller cannot interrupt. */
  async act<Result>(message: string | null, work: () => Promise<Result>): Promise<Result> {
    this.interrupt(null);
    if (message !== null) this.#voice.sayings.aside(message, 'marked');
    await this.#bind(true);
    try {
      return await work();
    } finally {
      await this.#bind(false);
    }
  }

  /** Stops everything. The transcript contains all that was heard when this resolves. */
  async close(): Promise<void> {
    this.#turn?.abort.abort(conversationOver);
    this.ahead.drop();
    this.#records.dropped(this.#options.responder.takeDropped());
    this.#voice.output.close();
    await this.#voice.output.quiet();
  }

  get #hasLocalVoice(): boolean {
    return this.#options.conversation.providers.textToSpeech.some(({ isLocal }) => isLocal);
  }

  #makeTurn(kind: TurnKind, parts: CallerPart[]): Turn {
    const ledger = this.#records.begin(kind);
    this.#voice.sounded.clear();
    this.#explanations.wordsOver();
    this.#heldBack.end();
    this.#turn = newTurn({ kind, ledger, parts, states: this.#options.responder.states });
    return this.#turn;
  }

  /** Answers after the caller said nothing more. The turn that was held back becomes part of the new one. */
  #answerHeldBack(): void {
    const { marks } = this.#turn ?? {};
    const endOfTurnMs = this.#options.clock.nowMs;
    this.answer('speech', [], marks ? { ...marks, endOfTurnMs, endedBy: 'held-back' } : null);
    this.#turn!.isDue = true;
  }

  async #bind(isBound: boolean): Promise<void> {
    this.#isBound = isBound;
    this.#explanations.stop();
    if (isBound) {
      this.#voice.output.markAll();
      this.#voice.output.resume();
      await this.#voice.heardOut();
    }
    this.#options.onChange();
  }

  #sounding(): void {
    if (this.#turn) {
      this.#turn.hasSounded = true;
      this.#turn.onSounding();
    }
    this.#options.onChange();
  }

  #quiet(): void {
    const turn = this.#turn;
    this.#explanations.wordsOver();
    if (turn && !turn.isThinking && !turn.abort.signal.aborted) this.#options.onSaid(turn.kind);
    this.#options.onChange();
  }
}
