import { monotonicMs, waitAtMost } from '../../platform/kernel/index.ts';
import type { ModelMessage } from '../providers/interfaces/index.ts';
import { AgentSide } from './agent-side.ts';
import { CallLanguage } from './call-language.ts';
import type { CallerHooks, CallerSide, CallerTurn, Words } from './caller-side.ts';
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
import { Disclosures } from './disclosures.ts';
import { DurationLimit } from './duration-limit.ts';
import {
  conversationOver,
  handedOver,
  silent,
  stopped,
  suspended,
  unheard,
  unreached,
  voiceless,
} from './ends.ts';
import type { SpeechEdgeEvent } from './line.ts';
import { LineClock } from './line-clock.ts';
import { Navigator } from './navigator.ts';
import { Opening } from './opening.ts';
import { pipelineKind } from './pipeline-kind.ts';
import { connectedNote, greetedNote, type Responder, spokenLanguageNote } from './responder.ts';
import { onRecord } from './setback.ts';
import { speechToSpeechKind } from './speech-to-speech/speech-to-speech-kind.ts';
import { type ConversationTimer, Timers, timersOfOpen } from './timers.ts';
import { switchLanguageName } from './tools.ts';
import { Transcript } from './transcript.ts';
import { Floor } from './turns/floor.ts';
import { SilenceWatch } from './turns/silence.ts';

/** The longest waits at the end: for the farewell, and for the line's report of what was sent. */
const farewellMsMax = 20_000;
const settleMsMax = 1000;

/**
 * A conversation on a line. It connects the line, the caller's side and the agent's side, and applies the policies of
 * turn taking (`turns/`). Its modes:
 *
 * - **waiting** for audio to flow
 * - **open**
 * - **closing**: the last words are being said.
 * - **over**
 */
export class PipelineConversation implements Conversation {
  readonly #options: ConversationOptions;
  readonly #result = Promise.withResolvers<ConversationResult>();
  readonly #over = new AbortController();
  readonly #timers = new Timers<ConversationTimer>();
  readonly #language: CallLanguage;
  readonly #transcript: Transcript;
  readonly #clock: LineClock;
  readonly #responder: Responder;
  readonly #agent: AgentSide;
  readonly #caller: CallerSide;
  readonly #floor: Floor;
  readonly #silence: SilenceWatch;
  readonly #duration: DurationLimit;
  readonly #opening: Opening;
  readonly #navigator: Navigator;
  readonly #disclosures: Disclosures | null;
  readonly #onGivenProblem: ConversationOptions['onProblem'];
  #mode: 'waiting' | 'open' | 'closing' | 'over' = 'waiting';
  /** The caller put the call on hold: silence does not count. */
  #isHeld = false;
  /** The peer is transferring the call. */
  #isPutThrough = false;
  /** The transcriber returned nothing for the caller's last speech. */
  #isUnheard = false;

  constructor(given: ConversationOptions) {
    const options: ConversationOptions = { ...given, onProblem: (problem) => this.#onProblem(problem) };
    this.#onGivenProblem = given.onProblem;
    this.#isUnheard = options.resumes?.isUnheard ?? false;
    const { line, agent, resumes } = options;
    const language = new CallLanguage(agent, options.providers.textToSpeech);
    if (resumes) language.follow(resumes.language);
    this.#language = language;
    this.#clock = new LineClock(line);
    this.#duration = new DurationLimit({
      agent,
      timers: this.#timers,
      nowMs: monotonicMs,
      passedMs: resumes?.passedMs ?? 0,
      onWarning: (text) => this.#remark(text),
      onEnd: (end) => void this.#end(end, ''),
    });
    const carryOut: ConversationOptions['carryOut'] = (...args) =>
      this.#duration.without(options.carryOut(...args));
    this.#options = { ...options, carryOut };
    this.#transcript = new Transcript(this.#clock, options.onProgress, resumes?.transcript);
    this.#navigator = new Navigator({
      conversation: options,
      clock: this.#clock,
      timers: this.#timers,
      isHearing: () => this.#caller.isPending,
      onGivenUp: (end) => void this.#end(end, ''),
    });
    const hooks = this.#callerHooks();
    const { speechToSpeech } = options.providers;
    const { responder, caller } = speechToSpeech
      ? speechToSpeechKind(options, speechToSpeech, this.#transcript, language, hooks)
      : pipelineKind(options, language, hooks);
    if (resumes) responder.restore(resumes.modelStates);
    this.#responder = responder;
    this.#caller = caller;
    this.#agent = this.#agentSide();
    this.#floor = new Floor({
      settings: agent,
      language,
      agent: this.#agent,
      caller: this.#caller,
      clock: this.#clock,
      timers: this.#timers,
      isOpen: () => this.#mode === 'open' && this.#caller.isHeard,
      onDiscarded: (words) => this.#record(words),
    });
    this.#silence = this.#watchSilence();
    this.#opening = new Opening({
      conversation: this.#options,
      agent: this.#agent,
      caller: this.#caller,
      responder: this.#responder,
      timers: this.#timers,
      onOpen: () => this.#begin(),
      onGreeted: () => this.#navigator.greeted(),
      onTalkedOver: () => this.#floor.hold(),
      onMute: () => void this.#end(voiceless, ''),
    });
    this.#disclosures = this.#watchDisclosures();
    if (!resumes || options.takesOver) this.#opening.await(false, this.#clock.nowMs);
    else {
      this.#mode = 'open';
      this.#disclosures?.watch();
      this.#changed();
      // The process that suspended it may not have stored the last words.
      queueMicrotask(options.onProgress);
    }
  }

  #onProblem(problem: ConversationProblem): void {
    // The transcriber may fail before there is an agent's side.
    if (problem.setback) this.#agent?.setback(onRecord(problem, problem.setback));
    this.#onGivenProblem(problem);
  }

  #agentSide(): AgentSide {
    return new AgentSide({
      conversation: this.#options,
      language: this.#language,
      clock: this.#clock,
      responder: this.#responder,
      transcript: this.#transcript,
      timers: this.#timers,
      over: this.#over.signal,
      navigator: this.#navigator,
      onChange: () => this.#changed(),
      onSaid: (kind) => {
        this.#navigator.spoke();
        if (kind !== 'silence') this.#silence.restart();
      },
      onEnd: (end, farewell) => void this.#end(end, farewell),
    });
  }

  /** Returns what the caller's side reports to. The agent's side need not exist yet. */
  #callerHooks(): CallerHooks {
    return {
      clock: this.#clock,
      timers: this.#timers,
      isListening: () => this.#mode === 'open' && this.#agent.isListening,
      onWords: () => this.#floor.judge(),
      onTurn: (turn) => this.#take(turn),
      onLikelyTurn: (parts) => this.#isWithPerson && this.#agent.prepare(parts),
      onTurnResumed: () => this.#agent.dropPrepared(),
      machinePauseMs: (text) => this.#navigator.pauseMs(text),
      onOverdue: () => this.#isWithPerson && this.#agent.explain(),
      onUnheard: (isLost) => this.#notUnderstood(isLost),
      onLateWords: (words) => this.#record(words),
      onLanguage: (tag) => this.#follow(tag),
      onChange: () => this.#changed(),
      onGone: (end, farewell) => void this.#end(end, farewell),
    };
  }

  /** Whether the caller has heard the announcement, or there is none. */
  get isAnnounced(): boolean {
    return this.#opening.isAnnounced;
  }

  get ended(): Promise<ConversationResult> {
    return this.#result.promise;
  }

  mediaStarted(): void {
    this.#begin();
  }

  speechStarted(event: SpeechEdgeEvent): void {
    if (this.#isClosing) return;
    if (this.#mode === 'open' && this.#navigator.isMachine) this.#timers.clear('greeting');
    this.#caller.speechStarted(event);
    this.#floor.hold();
    this.#changed();
  }

  speechPaused(event: SpeechEdgeEvent): void {
    if (this.#isClosing) return;
    this.#caller.speechPaused(event);
    this.#floor.pause(event.atMs);
  }

  backgroundHeard({ atMs }: SpeechEdgeEvent): void {
    this.#floor.ignore('background', atMs);
  }

  speechDoubted(): void {
    this.#floor.doubt();
  }

  speechContinued(): void {
    this.#floor.goOn();
  }

  speechEnded(event: SpeechEdgeEvent): void {
    if (this.#isClosing) return;
    this.#caller.speechEnded(event);
    if (this.#isWithPerson && this.#options.agent.waitForCaller) this.#opening.greet();
    // A sound without words is no answer.
    if (this.#mode === 'open' && this.#navigator.isUnknown) this.#opening.awaitCaller();
    this.#floor.judge();
    this.#changed();
  }

  audio(event: { pcm: Int16Array; atMs: number }): void {
    if (this.#isClosing) return;
    this.#caller.audio(event);
    this.#navigator.audio(event, this.#agent.isBusy);
    if (this.#mode === 'open' && this.#navigator.isWaiting) this.#timers.clear('greeting');
  }

  dtmf({ digit, atMs }: { digit: string; atMs: number }): void {
    if (this.#mode === 'over') return;
    this.#transcript.add({ role: 'user', text: digit, name: 'dtmf', startMs: atMs, endMs: atMs });
    this.#silence.restart();
    if (this.#mode !== 'open' || this.#agent.isBound || !this.#responder.canAnswer) return;
    if (!this.#opening.hasGreeted) {
      this.#opening.greet();
      return;
    }
    if (this.#caller.isIdleKey(digit, atMs)) return;
    if (this.#agent.isBusy && this.#floor.isContestable) this.#agent.interrupt(atMs);
    this.#caller.key(digit, atMs);
    this.#changed();
  }

  held(isHeld: boolean): void {
    if (this.#isClosing || isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    if (this.#mode === 'waiting') this.#opening.await(isHeld, 0);
    const nowMs = this.#clock.nowMs;
    if (isHeld && this.#caller.isSpeaking) this.speechEnded({ atMs: nowMs, decidedAtMs: nowMs });
    this.#silence.restart();
    this.#changed();
  }

  putThrough(isPending: boolean, connectedTo?: string): void {
    if (this.#isClosing) return;
    this.#isPutThrough = isPending;
    if (connectedTo !== undefined) this.#agent.note(connectedNote(connectedTo));
    this.#silence.restart();
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
      silence: this.#silence.suspend(),
      isUnheard: this.#isUnheard,
    };
    void this.#close(suspended);
    return state;
  }

  /** Returns what a later conversation of the call continues. */
  #memory(): Pick<SuspendedConversation, 'history' | 'modelStates' | 'language' | 'passedMs'> {
    return {
      history: this.#agent.history,
      modelStates: this.#responder.store(),
      language: this.#language.tag,
      passedMs: this.#duration.passedMs,
    };
  }

  progress(): ConversationProgress {
    return {
      transcript: this.#transcript.read(),
      turns: [...(this.#options.resumes?.turns ?? []), ...this.#agent.ledgers.map((ledger) => ledger.read())],
    };
  }

  /** Whether the conversation is open, and as far as is known with a person. */
  get #isWithPerson(): boolean {
    return this.#mode === 'open' && !this.#navigator.isMachine;
  }

  get isBetweenTurns(): boolean {
    const { speechToSpeech } = this.#options.providers;
    const isAway = this.#isHeld || this.#isPutThrough || this.#navigator.isWaiting;
    const isOpened = this.#opening.isAnnounced && !this.#opening.canGreet;
    const isAgentQuiet = !this.#agent.isBusy && !this.#agent.isBound && !this.#agent.isHoldingBack;
    const isCallerQuiet = !this.#caller.isPending && !this.#caller.isSpeaking;
    return (
      speechToSpeech === null && this.#isWithPerson && !isAway && isOpened && isAgentQuiet && isCallerQuiet
    );
  }

  get #isClosing(): boolean {
    return this.#mode === 'closing' || this.#mode === 'over';
  }

  #watchSilence(): SilenceWatch {
    const { silencePrompts, silenceMs } = this.#options.agent;
    const texts = silencePrompts?.texts ?? [];
    return new SilenceWatch({
      silenceMs,
      promptAfterMs: silencePrompts?.afterMs ?? null,
      promptsMax: texts.length > 0 ? texts.length : Number.POSITIVE_INFINITY,
      onPrompt: (index) => {
        const text = this.#responder.takesSilence ? undefined : texts[index];
        if (this.#navigator.isMachine) return;
        if (text !== undefined) this.#remark(this.#language.silencePrompt(text));
        else if (this.#responder.canAnswer)
          this.#agent.answer('silence', [{ text: '', input: 'none' }], null);
        this.#changed();
      },
      onTimeout: () =>
        void (this.#isUnheard
          ? this.#end(unheard, this.#language.words.goodbye)
          : this.#end(this.#navigator.isMachine ? unreached : silent, '')),
      from: this.#options.resumes?.silence,
      timers: this.#timers,
      nowMs: () => this.#clock.nowMs,
    });
  }

  #watchDisclosures(): Disclosures | null {
    const { guard } = this.#options.agent;
    return guard
      ? new Disclosures({
          guard,
          timers: this.#timers,
          clock: this.#clock,
          said: () => this.#agent.history,
          isFree: () => this.isBetweenTurns,
          say: (text) => this.#remark(text),
        })
      : null;
  }

  /** Opens the conversation: audio flows, or the wait for it is over. */
  #begin(): void {
    if (this.#mode !== 'waiting') return;
    this.#mode = 'open';
    this.#opening.begin();
    this.#disclosures?.watch();
    const heard = this.#options.agent.menus?.heard ?? '';
    const words = { text: heard, startMs: 0, endMs: this.#clock.nowMs };
    if (heard !== '')
      this.#take({ kind: 'speech', parts: [{ text: heard, input: 'speech' }], words: [words], marks: null });
    this.#changed();
  }

  #remark(text: string): void {
    if (this.#isWithPerson && !this.#agent.isBusy && text !== '') this.#agent.remark('silence', text, null);
  }

  #take({
    kind,
    parts,
    words,
    marks,
  }: Omit<CallerTurn, 'marks'> & { marks: CallerTurn['marks'] | null }): void {
    this.#record(words);
    this.#isUnheard = false;
    this.#silence.restart();
    const addressed = this.#mode === 'open' ? this.#navigator.take({ kind, parts, words }) : null;
    if (this.#mode === 'open' && this.#navigator.isMachine && !this.#navigator.isUnknown)
      this.#timers.clear('greeting');
    if (addressed?.isNewPerson) this.#opening.announce();
    if (addressed?.note) this.#agent.note(addressed.note);
    if (addressed?.isNewPerson && this.#opening.canGreet) {
      for (const { text } of addressed.parts) this.#agent.note(greetedNote(text));
      this.#opening.greet();
    } else if (addressed && this.#responder.canAnswer && this.#mode === 'open')
      this.#agent.answer(kind, addressed.parts, marks);
    this.#changed();
  }

  /** Changes to the language that the caller speaks, informs the model, and records the change as a use of its tool. */
  #follow(tag: string): void {
    if (!this.#language.follow(tag)) return;
    this.#agent.note(spokenLanguageNote(tag));
    const toolCall = { id: `heard-${tag}`, name: switchLanguageName, arguments: { language: tag } };
    const at = { startMs: this.#clock.nowMs, endMs: this.#clock.nowMs };
    this.#transcript.add({
      role: 'tool',
      text: '',
      name: toolCall.name,
      toolCall,
      result: { heard: tag },
      ...at,
    });
  }

  /** Handles late speech without words. */
  #notUnderstood(isLost: boolean): void {
    if (this.#mode !== 'open') return;
    this.#isUnheard = isLost;
    this.#silence.restart();
    if (this.#responder.canAnswer && this.#isWithPerson) this.#agent.apologize();
  }

  #record(words: readonly Words[]): void {
    for (const { text, startMs, endMs } of words)
      this.#transcript.add({ role: 'user', text, startMs, endMs });
  }

  /** Re-evaluates the caller's turn and the silence clock. */
  #changed(): void {
    if (this.#mode !== 'open') return;
    this.#caller.reconsider();
    const isAway = this.#isHeld || this.#isPutThrough || this.#navigator.isWaiting;
    const isQuiet = !isAway && !this.#agent.isBusy && !this.#caller.isPending;
    this.#agent.quiet(isQuiet);
    if (isQuiet && !this.#agent.isHoldingBack) this.#silence.run();
    else this.#silence.stop();
  }

  /** Ends the conversation from our side, after the farewell. */
  async #end(end: ConversationEnd, farewell: string): Promise<void> {
    if (this.#isClosing) return;
    this.#mode = 'closing';
    if (end === handedOver) this.#options.onHandOver?.();
    for (const name of timersOfOpen) this.#timers.clear(name);
    this.#agent.interrupt(null);
    await waitAtMost(this.#agent.sayFarewell(farewell), farewellMsMax, this.#over.signal);
    await this.#close(end);
  }

  async #close(end: ConversationEnd): Promise<void> {
    if (this.#mode === 'over') return;
    this.#mode = 'over';
    this.#timers.close();
    this.#over.abort(conversationOver);
    await waitAtMost(Promise.all([this.#agent.close(), this.#caller.settle()]), settleMsMax);
    const late = this.#caller.discard();
    this.#record(late);
    this.#caller.close();
    const handed = end === handedOver ? { handed: this.#handedOn(late) } : {};
    this.#result.resolve({ end, ...this.progress(), ...handed });
  }

  /** Returns what the next agent continues. It answers `late`, which the caller has said meanwhile. */
  #handedOn(late: readonly Words[]): HandedConversation {
    const { history, ...others } = this.#memory();
    const content = late.map(({ text }) => text).join(' ');
    const words: ModelMessage[] = content.trim() === '' ? [] : [{ role: 'user', content, input: 'speech' }];
    return { ...others, history: [...history, ...words], marks: this.#agent.unheardMarks };
  }
}
