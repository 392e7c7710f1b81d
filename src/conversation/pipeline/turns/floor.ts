import type { AgentSide } from '../agent-side.ts';
import type { CallLanguage } from '../call-language.ts';
import type { CallerSide, Words } from '../caller-side.ts';
import type { ConversationAgent } from '../conversation.ts';
import type { LineClock } from '../line-clock.ts';
import type { Timers } from '../timers.ts';
import type { Overlap } from '../turn-latency.ts';
import { judgeInterruption, nextLookMs } from './interruption.ts';

/** The longest sound, in milliseconds, after which the agent speaks on before it is known whether it was a word. */
const briefMsMax = 600;

interface FloorOptions {
  settings: Pick<ConversationAgent, 'interruptible' | 'backChannelWords'>;
  language: CallLanguage;
  agent: AgentSide;
  caller: Pick<CallerSide, 'speech' | 'discard'>;
  clock: LineClock;
  timers: Pick<Timers<'judge'>, 'set' | 'clear'>;
  /** Returns whether the conversation is open and the caller can be understood. */
  isOpen: () => boolean;
  /** Receives words that did not become part of a turn. */
  onDiscarded: (words: Words[]) => void;
}

/**
 * Decides who may speak. The caller's speech holds the agent at once, whether it speaks or thinks. `interruption.ts` then
 * decides by the words whether the agent continues or is interrupted. Until they are known the agent speaks on after a brief
 * sound, during a sound that is no speech, and when words are overdue. A "mhm", a cough or a barking dog therefore costs a
 * short pause only. An uninterruptible agent is held only while the caller has heard nothing of its turn.
 */
export class Floor {
  readonly #options: FloorOptions;
  /** The agent was held, and the decision is open. */
  #isJudging = false;
  /** How long the agent was held before it spoke on, and when it was held last; `null` while it is not. */
  #heldMs = 0;
  #heldSinceMs: number | null = null;
  /** The sound that holds the agent is no speech. */
  #isWordless = false;
  /** Words are overdue. Until they come the agent speaks, although the sound goes on. */
  #areWordsOverdue = false;
  /** Speech began here, after a sound that was none. */
  #speechSinceMs = 0;

  constructor(options: FloorOptions) {
    this.#options = options;
  }

  /** Whether the caller's speech may interrupt the agent now. */
  get #isContestable(): boolean {
    const { settings, agent } = this.#options;
    return !agent.isBound && (settings.interruptible || !agent.hasSounded);
  }

  /** A key cuts the agent off. Where the agent must be heard to its end, the key waits: see `isListening`. */
  press(atMs: number): void {
    const { agent } = this.#options;
    if (!agent.isBusy) return;
    if (!agent.mustBeHeard) agent.interrupt(atMs);
    else agent.overlapped({ atMs, heldMs: 0, outcome: 'went-on', why: 'uninterruptible' });
  }

  /** Silences the agent, because the caller speaks, until `judge` decides. */
  hold(): void {
    const { agent, caller, isOpen } = this.#options;
    if (!isOpen() || !agent.isBusy) return;
    if (!this.#isContestable) {
      this.ignore(agent.isBound ? 'bound' : 'uninterruptible', caller.speech.startMs);
      return;
    }
    if (!this.#isJudging) this.#heldMs = 0;
    this.#isJudging = true;
    this.#isWordless = this.#areWordsOverdue = false;
    this.#silence();
    this.judge();
  }

  /** Records speech at `atMs` that does not hold the agent. */
  ignore(why: Extract<Overlap['why'], 'background' | 'uninterruptible' | 'bound'>, atMs: number): void {
    const { agent, isOpen } = this.#options;
    if (isOpen() && agent.isBusy) agent.overlapped({ atMs, heldMs: 0, outcome: 'went-on', why });
  }

  /**
   * The caller is silent since `atMs`. The agent speaks on after a brief sound, until words decide. After a question it
   * waits, because the sound may be the answer.
   */
  pause(atMs: number): void {
    const { agent, caller, isOpen } = this.#options;
    const isBrief = atMs - caller.speech.startMs <= briefMsMax;
    if (!this.#isJudging || !isOpen() || !isBrief || !agent.hasSounded || agent.isQuestionHeard) return;
    this.#speakOn();
  }

  /** The sound goes on, and is no speech. After a question it may be an answer, such as "mm". */
  doubt(): void {
    const { agent, isOpen } = this.#options;
    if (!this.#isJudging || !isOpen()) return;
    this.#isWordless = true;
    if (agent.hasSounded && !agent.isQuestionHeard) this.#speakOn();
    this.judge();
  }

  /** The caller goes on after a pause, or speaks after a sound that was no speech. */
  goOn(): void {
    if (!this.#isJudging || !this.#options.isOpen() || !this.#isContestable) return;
    if (this.#isWordless) this.#speechSinceMs = this.#options.clock.nowMs;
    else if (this.#areWordsOverdue) return;
    this.#isWordless = this.#areWordsOverdue = false;
    this.#silence();
    this.judge();
  }

  /** Decides, by the words so far, whether the caller interrupts the agent. */
  judge(): void {
    const { agent, caller, clock, timers, isOpen, settings, language } = this.#options;
    timers.clear('judge');
    if (!isOpen() || !(agent.isBusy || this.#isJudging) || !this.#isContestable) return;
    // The late words that the filler covered have arrived. They are not an interruption.
    if (agent.isExplaining && !this.#isJudging) return;
    const speech = {
      ...caller.speech,
      startMs: Math.max(caller.speech.startMs, this.#speechSinceMs),
      nowMs: clock.nowMs,
      isWordless: this.#isWordless,
    };
    const isUnheard = !agent.hasSounded;
    const verdict = judgeInterruption(speech, {
      language: language.tag,
      extra: settings.backChannelWords,
      // While the agent thinks, a "yes" belongs to the turn that it answers.
      isQuestionHeard: agent.isQuestionHeard || (isUnheard && !agent.isGreeting),
      isFirstMessage: agent.isGreeting,
    });
    if (verdict === 'wait' || verdict === 'speak-on') {
      if (!this.#isJudging) return;
      if (verdict === 'speak-on' && !this.#areWordsOverdue) {
        this.#areWordsOverdue = true;
        this.#speakOn();
      }
      timers.set('judge', Math.max(nextLookMs(speech) - clock.nowMs, 1), () => this.judge());
      return;
    }
    if (this.#isJudging || verdict.outcome === 'interrupted')
      agent.overlapped({ atMs: speech.startMs, heldMs: this.#takeHeldMs(), ...verdict });
    this.#isJudging = this.#isWordless = false;
    if (verdict.outcome === 'interrupted') this.#yield(speech.startMs, isUnheard);
    else this.#resume();
  }

  #silence(): void {
    this.#heldSinceMs ??= this.#options.clock.nowMs;
    this.#options.agent.hold();
  }

  #speakOn(): void {
    this.#heldMs = this.#takeHeldMs();
    this.#options.agent.resume();
  }

  /** Returns how long the agent was held since the caller began to speak over it. */
  #takeHeldMs(): number {
    const sinceMs = this.#heldSinceMs;
    this.#heldSinceMs = null;
    const heldMs = sinceMs === null ? 0 : this.#options.clock.nowMs - sinceMs;
    return this.#isJudging ? this.#heldMs + heldMs : 0;
  }

  #resume(): void {
    const { agent, caller, onDiscarded } = this.#options;
    onDiscarded(caller.discard());
    agent.resume();
  }

  #yield(speechStartMs: number, isUnheard: boolean): void {
    const { agent } = this.#options;
    // The greeting comes first, whatever the caller said. The answer follows.
    if (agent.isGreeting && isUnheard) agent.resume();
    else agent.interrupt(speechStartMs);
  }
}
