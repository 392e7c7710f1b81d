import type { SpeechSpan } from '../caller-side.ts';
import type { Timers } from '../timers.ts';
import { soundMsMax } from '../unclear-speech.ts';

/** The silence of both sides after which the agent says that it did not understand. A shorter one may be a pause. */
const waitMs = 1500;

interface RepromptOptions {
  timers: Pick<Timers<'reprompt'>, 'set' | 'clear' | 'has'>;
  onDue: () => void;
}

/**
 * The policy of speech without words: after a silence of both sides, the agent says that it did not understand. It does so again
 * only once it has understood the caller, so that a television does not make it repeat itself. A sound over the agent's own
 * speech may be a cough or a back-channel, so only the part after it counts.
 */
export class Reprompt {
  readonly #options: RepromptOptions;
  #isDue = false;
  #isSaid = false;
  /** When the agent was last busy: infinite while it is. */
  #agentUntilMs = Number.NEGATIVE_INFINITY;

  constructor(options: RepromptOptions) {
    this.#options = options;
  }

  /** Takes speech without words. */
  unclear({ startMs, endMs }: SpeechSpan): void {
    const lastsMs = endMs - Math.max(startMs, this.#agentUntilMs);
    this.#isDue = !this.#isSaid && lastsMs >= soundMsMax;
  }

  understood(): void {
    this.#isDue = false;
    this.#isSaid = false;
  }

  /**
   * Runs the clock while both sides are silent. A sound of the caller begins the wait anew, and the agent's speech or absence
   * ends it.
   */
  quiet(isQuiet: boolean, isAgentBusy: boolean, nowMs: number): void {
    const { timers, onDue } = this.#options;
    if (isAgentBusy) {
      this.#isDue = false;
      this.#agentUntilMs = Number.POSITIVE_INFINITY;
    } else this.#agentUntilMs = Math.min(this.#agentUntilMs, nowMs);
    if (!isQuiet || !this.#isDue) timers.clear('reprompt');
    else if (!timers.has('reprompt')) {
      timers.set('reprompt', waitMs, () => {
        this.#isDue = false;
        this.#isSaid = true;
        onDue();
      });
    }
  }
}
