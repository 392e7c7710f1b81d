import type { AgentSide } from '../agent-side.ts';
import type { CallerSide, Words } from '../caller-side.ts';
import type { ConversationAgent } from '../conversation.ts';
import type { LineClock } from '../line-clock.ts';
import type { Timers } from '../timers.ts';
import { judgeInterruption, nextLookMs } from './interruption.ts';

interface FloorOptions {
  settings: Pick<ConversationAgent, 'interruptible' | 'language' | 'backChannelWords'>;
  agent: AgentSide;
  caller: Pick<CallerSide, 'speech' | 'discard'>;
  clock: LineClock;
  timers: Pick<Timers<'judge'>, 'set' | 'clear'>;
  /** Whether the caller is understood at all, and the conversation goes on. */
  isOpen: () => boolean;
  /** What was said and is no part of a turn. */
  onDiscarded: (words: Words[]) => void;
}

/**
 * Who may speak. The caller's speech holds the agent at once, whether it speaks or thinks; then `interruption.ts`
 * says, by what is understood, whether the agent goes on or is cut short. An agent that may not be interrupted is
 * only held while the caller has heard nothing of its turn.
 */
export class Floor {
  readonly #options: FloorOptions;
  /** The agent is held, and it is not decided what becomes of that. */
  #isJudging = false;

  constructor(options: FloorOptions) {
    this.#options = options;
  }

  /** Whether what the caller says or presses may cut the agent short now. */
  get isContestable(): boolean {
    const { settings, agent } = this.#options;
    return !agent.isBound && (settings.interruptible || !agent.hasSounded);
  }

  /** The caller speaks: the agent falls silent until it is known what that is. */
  hold(): void {
    const { agent, isOpen } = this.#options;
    if (!isOpen() || !agent.isBusy || !this.isContestable) return;
    this.#isJudging = true;
    agent.hold();
    this.judge();
  }

  /** Decides, by what is known now, whether the caller has interrupted the agent. */
  judge(): void {
    const { agent, caller, clock, timers, isOpen, settings } = this.#options;
    timers.clear('judge');
    if (!isOpen() || !(agent.isBusy || this.#isJudging) || !this.isContestable) return;
    // It is the words that are explained which have come.
    if (agent.isExplaining && !this.#isJudging) return;
    const { speech } = caller;
    const isUnheard = !agent.hasSounded;
    const verdict = judgeInterruption(
      { ...speech, nowMs: clock.nowMs },
      {
        language: settings.language,
        extra: settings.backChannelWords,
        // While it thinks of an answer, a "yes" is more of what is answered.
        isQuestionHeard: agent.isQuestionHeard || (isUnheard && !agent.isGreeting),
        isFirstMessage: agent.isGreeting,
      },
    );
    if (verdict === 'interrupt') this.#yield(speech.startMs, isUnheard);
    else if (verdict === 'resume') this.#goOn();
    else if (this.#isJudging) {
      timers.set('judge', Math.max(nextLookMs(speech) - clock.nowMs, 1), () => this.judge());
    }
  }

  #goOn(): void {
    const { agent, caller, onDiscarded } = this.#options;
    this.#isJudging = false;
    onDiscarded(caller.discard());
    agent.resume();
  }

  #yield(speechStartMs: number, isUnheard: boolean): void {
    const { agent } = this.#options;
    this.#isJudging = false;
    // Whoever called is told whom, whatever they began with; that is answered afterwards.
    if (agent.isGreeting && isUnheard) agent.resume();
    else agent.interrupt(speechStartMs);
  }
}
