import { monotonicMs } from '../../platform/kernel/index.ts';
import { AgentSide } from './agent-side.ts';
import { CallLanguage } from './call-language.ts';
import type { CallerHooks, CallerSide } from './caller-side.ts';
import type { ConversationEnd, ConversationOptions } from './conversation.ts';
import { Disclosures } from './disclosures.ts';
import { DurationLimit } from './duration-limit.ts';
import { silent, unheard, unreached, voiceless } from './ends.ts';
import { LineClock } from './line-clock.ts';
import { Navigator } from './navigator.ts';
import { Opening } from './opening.ts';
import { pipelineKind } from './pipeline-kind.ts';
import type { Responder } from './responder.ts';
import { speechToSpeechKind } from './speech-to-speech/speech-to-speech-kind.ts';
import { type ConversationTimer, Timers } from './timers.ts';
import { Transcript } from './transcript.ts';
import { TurnIntake } from './turn-intake.ts';
import { Floor } from './turns/floor.ts';
import { SilenceWatch } from './turns/silence.ts';

/** The conversation that the parts belong to: its modes, and what the parts report to it. */
interface PartsOwner {
  /** Returns whether it is open, and as far as is known with a person. */
  isOpen: () => boolean;
  isWithPerson: () => boolean;
  /** Returns whether neither side speaks or is about to. */
  isBetweenTurns: () => boolean;
  /** Aborts when it is over. */
  over: AbortSignal;
  /** Audio flows, or the wait for it is over. */
  onBegin: () => void;
  /** Something changed that may end the caller's turn, or start or stop the silence clock. */
  onChange: () => void;
  onEnd: (end: ConversationEnd, farewell: string) => void;
}

/** The parts of a conversation, connected with each other. Their events arrive after all of them were made. */
export class ConversationParts {
  /** The options of the conversation. The time of actions on the line does not count for its duration. */
  readonly options: ConversationOptions;
  readonly timers = new Timers<ConversationTimer>();
  readonly language: CallLanguage;
  readonly transcript: Transcript;
  readonly clock: LineClock;
  readonly responder: Responder;
  readonly agent: AgentSide;
  readonly caller: CallerSide;
  readonly floor: Floor;
  readonly silence: SilenceWatch;
  readonly duration: DurationLimit;
  readonly opening: Opening;
  readonly navigator: Navigator;
  readonly disclosures: Disclosures | null;
  readonly intake: TurnIntake;
  readonly #owner: PartsOwner;

  constructor(options: ConversationOptions, owner: PartsOwner) {
    this.#owner = owner;
    const { line, agent, resumes, onProgress } = options;
    this.language = new CallLanguage(agent, options.providers.textToSpeech);
    if (resumes) this.language.follow(resumes.language);
    this.clock = new LineClock(line);
    this.duration = new DurationLimit({
      agent,
      timers: this.timers,
      nowMs: monotonicMs,
      passedMs: resumes?.passedMs ?? 0,
      onWarning: (text) => this.#remark(text),
      onEnd: (end) => owner.onEnd(end, ''),
    });
    this.options = {
      ...options,
      carryOut: (...args) => this.duration.without(options.carryOut(...args)),
    };
    this.transcript = new Transcript(this.clock, onProgress, resumes?.transcript);
    this.navigator = new Navigator({
      conversation: options,
      clock: this.clock,
      timers: this.timers,
      isHearing: () => this.caller.isPending,
      // A member who speaks in the agent's place decides how long to wait.
      onGivenUp: (end) => this.agent.isMuted || owner.onEnd(end, ''),
    });
    const { responder, caller } = this.#kind(options);
    if (resumes) responder.restore(resumes.modelStates);
    this.responder = responder;
    this.caller = caller;
    this.agent = this.#agentSide();
    this.floor = new Floor({
      settings: agent,
      language: this.language,
      agent: this.agent,
      caller,
      clock: this.clock,
      timers: this.timers,
      isOpen: () => owner.isOpen() && caller.isHeard,
      onDiscarded: (words) => this.intake.record(words),
    });
    this.silence = this.#watchSilence();
    this.opening = new Opening({
      conversation: this.options,
      agent: this.agent,
      caller,
      responder,
      timers: this.timers,
      onOpen: owner.onBegin,
      onGreeted: () => this.navigator.greeted(),
      onTalkedOver: () => this.floor.hold(),
      onMute: () => owner.onEnd(voiceless, ''),
    });
    this.intake = this.#turnIntake();
    this.disclosures = this.#watchDisclosures();
  }

  #kind(options: ConversationOptions): ReturnType<typeof pipelineKind> {
    const { speechToSpeech } = options.providers;
    const hooks = this.#callerHooks();
    return speechToSpeech
      ? speechToSpeechKind(options, speechToSpeech, this.transcript, this.language, hooks)
      : pipelineKind(options, this.language, hooks);
  }

  #agentSide(): AgentSide {
    const { over, onChange, onEnd } = this.#owner;
    return new AgentSide({
      conversation: this.options,
      language: this.language,
      clock: this.clock,
      responder: this.responder,
      transcript: this.transcript,
      timers: this.timers,
      over,
      navigator: this.navigator,
      onChange,
      onSaid: (kind) => {
        this.navigator.spoke();
        if (kind !== 'silence') this.silence.restart();
      },
      onEnd,
    });
  }

  /** Returns what the caller's side reports to. */
  #callerHooks(): CallerHooks {
    const { isOpen, isWithPerson, onChange, onEnd } = this.#owner;
    return {
      clock: this.clock,
      timers: this.timers,
      isListening: () => isOpen() && this.agent.isListening,
      isMuted: () => this.agent.isMuted,
      onWords: () => {
        this.floor.judge();
        if (isWithPerson()) this.agent.ahead.foresee(this.caller.speech.text, this.caller.speech.isFinal);
      },
      onTurn: (turn) => this.intake.take(turn),
      onLikelyTurn: (parts) => isWithPerson() && this.agent.ahead.prepare(parts),
      onTurnResumed: () => this.agent.ahead.drop(),
      machinePauseMs: (text) => this.navigator.pauseMs(text),
      onOverdue: () => isWithPerson() && this.agent.explain(),
      onUnheard: (isLost) => this.intake.notUnderstood(isLost),
      onUnclear: (speech) => this.intake.unclear(speech),
      onLateWords: (words) => this.intake.record(words),
      onLanguage: (tag) => this.intake.follow(tag),
      onChange,
      onGone: onEnd,
    };
  }

  #watchSilence(): SilenceWatch {
    const { onChange, onEnd } = this.#owner;
    const { silencePrompts, silenceMs } = this.options.agent;
    const texts = silencePrompts?.texts ?? [];
    return new SilenceWatch({
      silenceMs,
      promptAfterMs: silencePrompts?.afterMs ?? null,
      promptsMax: texts.length > 0 ? texts.length : Number.POSITIVE_INFINITY,
      onPrompt: (index) => {
        const text = this.responder.takesSilence ? undefined : texts[index];
        if (this.navigator.isMachine) return;
        if (text !== undefined) this.#remark(this.language.silencePrompt(text));
        else if (this.responder.canAnswer) this.agent.answer('silence', [{ text: '', input: 'none' }], null);
        onChange();
      },
      onTimeout: () => {
        if (this.intake.isUnheard) onEnd(unheard, this.language.words.goodbye);
        else onEnd(this.navigator.isMachine ? unreached : silent, '');
      },
      from: this.options.resumes?.silence,
      timers: this.timers,
      nowMs: () => this.clock.nowMs,
    });
  }

  #watchDisclosures(): Disclosures | null {
    const { guard } = this.options.agent;
    return guard
      ? new Disclosures({
          guard,
          timers: this.timers,
          clock: this.clock,
          said: () => this.agent.history,
          isFree: this.#owner.isBetweenTurns,
          say: (text) => this.#remark(text),
        })
      : null;
  }

  #turnIntake(): TurnIntake {
    const { isOpen, isWithPerson, onChange } = this.#owner;
    return new TurnIntake({
      agent: this.agent,
      clock: this.clock,
      language: this.language,
      navigator: this.navigator,
      opening: this.opening,
      responder: this.responder,
      silence: this.silence,
      timers: this.timers,
      transcript: this.transcript,
      isUnheard: this.options.resumes?.isUnheard ?? false,
      isOpen,
      isWithPerson,
      onChange,
    });
  }

  #remark(text: string): void {
    if (this.#owner.isWithPerson() && !this.agent.isBusy && text !== '')
      this.agent.remark('silence', text, null);
  }
}
