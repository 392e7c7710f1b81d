import { waitAtMost } from '../../platform/kernel/index.ts';
import type { ModelMessage } from '../providers/interfaces/index.ts';
import type { Words } from './caller-side.ts';
import type { CommandOutcome, ConversationCommand, MemberWords } from './commands.ts';
import { Control } from './control.ts';
import type {
  Conversation,
  ConversationEnd,
  ConversationOptions,
  ConversationProblem,
  ConversationProgress,
  ConversationResult,
  HandedConversation,
  SuspendedConversation,
} from './conversation.ts';
import { ConversationParts } from './conversation-parts.ts';
import { conversationOver, handedOver, stopped, suspended } from './ends.ts';
import type { SpeechEdgeEvent } from './line.ts';
import { connectedNote } from './responder.ts';
import { onRecord } from './setback.ts';
import { timersOfOpen } from './timers.ts';

/** The longest waits at the end: for the farewell, and for the line's report of what was sent. */
const farewellMsMax = 20_000;
const settleMsMax = 1000;

/**
 * A conversation on a line. It passes the events of the line to its parts (`conversation-parts.ts`), and knows its mode:
 *
 * - **waiting** for audio to flow
 * - **open**
 * - **closing**: the last words are being said.
 * - **over**
 */
export class PipelineConversation implements Conversation {
  readonly #result = Promise.withResolvers<ConversationResult>();
  readonly #over = new AbortController();
  readonly #parts: ConversationParts;
  readonly #control: Control;
  readonly #onGivenProblem: ConversationOptions['onProblem'];
  #mode: 'waiting' | 'open' | 'closing' | 'over' = 'waiting';
  /** The caller put the call on hold: silence does not count. */
  #isHeld = false;
  /** The peer is transferring the call. */
  #isPutThrough = false;

  constructor(given: ConversationOptions) {
    const options: ConversationOptions = { ...given, onProblem: (problem) => this.#onProblem(problem) };
    this.#onGivenProblem = given.onProblem;
    this.#parts = new ConversationParts(options, {
      isOpen: () => this.#mode === 'open',
      isBetweenTurns: () => this.isBetweenTurns,
      isWithPerson: () => this.#isWithPerson,
      over: this.#over.signal,
      onBegin: () => this.#begin(),
      onChange: () => this.#changed(),
      onEnd: (end, farewell) => void this.#end(end, farewell),
    });
    this.#control = new Control(this.#parts, {
      isOpen: () => this.#mode === 'open',
      over: this.#over.signal,
      onChange: () => this.#changed(),
      onEnd: (end, farewell) => void this.#end(end, farewell),
    });
    if (!options.resumes || options.takesOver) this.#parts.opening.await(false, this.#parts.clock.nowMs);
    else {
      this.#mode = 'open';
      this.#parts.disclosures?.watch();
      this.#changed();
      // The process that suspended it may not have stored the last words.
      queueMicrotask(options.onProgress);
    }
  }

  #onProblem(problem: ConversationProblem): void {
    // The transcriber may fail before there is an agent's side.
    if (problem.setback) this.#parts?.agent?.setback(onRecord(problem, problem.setback));
    this.#onGivenProblem(problem);
  }

  /** Whether the caller has heard the announcement, or there is none. */
  get isAnnounced(): boolean {
    return this.#parts.opening.isAnnounced;
  }

  get ended(): Promise<ConversationResult> {
    return this.#result.promise;
  }

  mediaStarted(): void {
    this.#begin();
  }

  speechStarted(event: SpeechEdgeEvent): void {
    if (this.#isClosing) return;
    if (this.#mode === 'open' && this.#parts.navigator.isMachine) this.#parts.timers.clear('greeting');
    this.#parts.caller.speechStarted(event);
    this.#parts.floor.hold();
    this.#changed();
  }

  speechPaused(event: SpeechEdgeEvent): void {
    if (this.#isClosing) return;
    this.#parts.caller.speechPaused(event);
    this.#parts.floor.pause(event.atMs);
  }

  backgroundHeard({ atMs }: SpeechEdgeEvent): void {
    this.#parts.floor.ignore('background', atMs);
  }

  speechDoubted(): void {
    this.#parts.floor.doubt();
  }

  speechContinued(): void {
    this.#parts.floor.goOn();
  }

  speechEnded(event: SpeechEdgeEvent): void {
    if (this.#isClosing) return;
    this.#parts.caller.speechEnded(event);
    if (this.#isWithPerson && this.#parts.options.agent.waitForCaller) this.#parts.opening.greet();
    // A sound without words is no answer.
    if (this.#mode === 'open' && this.#parts.navigator.isUnknown) this.#parts.opening.awaitCaller();
    this.#parts.floor.judge();
    this.#changed();
  }

  audio(event: { pcm: Int16Array; atMs: number }): void {
    const { agent, caller, navigator, timers } = this.#parts;
    if (this.#isClosing) return;
    caller.audio(event);
    navigator.audio(event, agent.isBusy);
    if (this.#mode === 'open' && navigator.isWaiting) timers.clear('greeting');
  }

  dtmf({ digit, atMs }: { digit: string; atMs: number }): void {
    const { agent, caller, floor, opening, responder, silence, transcript } = this.#parts;
    if (this.#mode === 'over') return;
    transcript.add({ role: 'user', text: digit, name: 'dtmf', startMs: atMs, endMs: atMs });
    silence.restart();
    if (this.#mode !== 'open' || agent.isActing || !responder.canAnswer) return;
    if (!opening.hasGreeted) {
      opening.greet();
      return;
    }
    if (caller.isIdleKey(digit, atMs)) return;
    floor.press(atMs);
    caller.key(digit, atMs);
    this.#changed();
  }

  held(isHeld: boolean): void {
    if (this.#isClosing || isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    if (this.#mode === 'waiting') this.#parts.opening.await(isHeld, 0);
    const nowMs = this.#parts.clock.nowMs;
    if (isHeld && this.#parts.caller.isSpeaking) this.speechEnded({ atMs: nowMs, decidedAtMs: nowMs });
    this.#parts.silence.restart();
    this.#changed();
  }

  putThrough(isPending: boolean, connectedTo?: string): void {
    if (this.#isClosing) return;
    this.#isPutThrough = isPending;
    if (connectedTo !== undefined) this.#parts.agent.note(connectedNote(connectedTo));
    this.#parts.silence.restart();
    this.#changed();
  }

  stop(): void {
    void this.#close(stopped);
  }

  suspend(): SuspendedConversation | null {
    if (!this.isBetweenTurns) return null;
    const state = {
      ...this.progress(),
      ...this.#memory(),
      silence: this.#parts.silence.suspend(),
      isUnheard: this.#parts.intake.isUnheard,
    };
    void this.#close(suspended);
    return state;
  }

  command(command: ConversationCommand): Promise<CommandOutcome> {
    return this.#control.carryOut(command);
  }

  memberSaid({ memberName, ...words }: MemberWords): void {
    if (this.#mode === 'over' || words.text.trim() === '') return;
    this.#parts.transcript.add({ role: 'agent', name: memberName, ...words });
    this.#parts.agent.note(`${memberName} said to the caller: ${words.text.trim()}`);
    this.#parts.silence.restart();
  }

  /** Returns what a later conversation of the call continues. */
  #memory(): Pick<SuspendedConversation, 'history' | 'modelStates' | 'language' | 'passedMs'> {
    const { agent, responder, language, duration } = this.#parts;
    return {
      history: agent.history,
      modelStates: responder.store(),
      language: language.tag,
      passedMs: duration.passedMs,
    };
  }

  progress(): ConversationProgress {
    const { agent, options, transcript } = this.#parts;
    return {
      transcript: transcript.read(),
      turns: [...(options.resumes?.turns ?? []), ...agent.ledgers.map((ledger) => ledger.read())],
    };
  }

  /** Whether the conversation is open, and as far as is known with a person. */
  get #isWithPerson(): boolean {
    return this.#mode === 'open' && !this.#parts.navigator.isMachine;
  }

  get isBetweenTurns(): boolean {
    const { agent, caller, navigator, opening, options } = this.#parts;
    const { speechToSpeech } = options.providers;
    const isAway = this.#isHeld || this.#isPutThrough || navigator.isWaiting;
    const isOpened = opening.isAnnounced && !opening.canGreet;
    const isAgentQuiet = !agent.isBusy && !agent.isBound && !agent.isHoldingBack && !agent.isMuted;
    const isCallerQuiet = !caller.isPending && !caller.isSpeaking;
    return (
      speechToSpeech === null && this.#isWithPerson && !isAway && isOpened && isAgentQuiet && isCallerQuiet
    );
  }

  get #isClosing(): boolean {
    return this.#mode === 'closing' || this.#mode === 'over';
  }

  /** Opens the conversation: audio flows, or the wait for it is over. */
  #begin(): void {
    if (this.#mode !== 'waiting') return;
    this.#mode = 'open';
    this.#parts.opening.begin();
    this.#parts.disclosures?.watch();
    const heard = this.#parts.options.agent.menus?.heard ?? '';
    const words = { text: heard, startMs: 0, endMs: this.#parts.clock.nowMs };
    if (heard !== '')
      this.#parts.intake.take({
        kind: 'speech',
        parts: [{ text: heard, input: 'speech' }],
        words: [words],
        marks: null,
      });
    this.#changed();
  }

  /** Re-evaluates the caller's turn and the silence clock. */
  #changed(): void {
    if (this.#mode !== 'open') return;
    this.#parts.caller.reconsider();
    const isAway = this.#isHeld || this.#isPutThrough || this.#parts.navigator.isWaiting;
    const isQuiet = !isAway && !this.#parts.agent.isBusy && !this.#parts.caller.isPending;
    const { agent, intake, silence } = this.#parts;
    agent.quiet(isQuiet);
    const isSilent = isQuiet && !agent.isHoldingBack && !agent.isMuted;
    intake.quiet(isSilent, isAway || agent.isMuted);
    if (isSilent) silence.run();
    else silence.stop();
    this.#control?.changed();
  }

  /** Ends the conversation from our side, after the farewell. */
  async #end(end: ConversationEnd, farewell: string): Promise<void> {
    if (this.#isClosing) return;
    this.#mode = 'closing';
    if (end === handedOver) this.#parts.options.onHandOver?.();
    for (const name of timersOfOpen) this.#parts.timers.clear(name);
    this.#parts.agent.interrupt(null);
    await waitAtMost(this.#parts.agent.sayFarewell(farewell), farewellMsMax, this.#over.signal);
    await this.#close(end);
  }

  async #close(end: ConversationEnd): Promise<void> {
    if (this.#mode === 'over') return;
    this.#mode = 'over';
    this.#parts.timers.close();
    this.#over.abort(conversationOver);
    await waitAtMost(Promise.all([this.#parts.agent.close(), this.#parts.caller.settle()]), settleMsMax);
    const late = this.#parts.caller.discard();
    this.#parts.intake.record(late);
    this.#parts.caller.close();
    const handed = end === handedOver ? { handed: this.#handedOn(late) } : {};
    this.#result.resolve({ end, ...this.progress(), ...handed });
  }

  /** Returns what the next agent continues. It answers `late`, which the caller has said meanwhile. */
  #handedOn(late: readonly Words[]): HandedConversation {
    const { history, ...others } = this.#memory();
    const content = late.map(({ text }) => text).join(' ');
    const words: ModelMessage[] = content.trim() === '' ? [] : [{ role: 'user', content, input: 'speech' }];
    return { ...others, history: [...history, ...words], marks: this.#parts.agent.unheardMarks };
  }
}
