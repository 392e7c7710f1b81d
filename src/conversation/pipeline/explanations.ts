import type { CallLanguage } from './call-language.ts';
import { Fillers, type FillersOptions } from './fillers.ts';
import type { LineClock } from './line-clock.ts';
import type { Sayings } from './sayings.ts';
import type { SpeechOutput } from './speech-output.ts';
import type { Turn } from './turn.ts';

interface ExplanationsOptions {
  language: CallLanguage;
  clock: LineClock;
  timers: FillersOptions['timers'];
  output: SpeechOutput;
  sayings: Sayings;
  /** Returns the current turn, or the last one. */
  turn: () => Turn | null;
  /** Returns whether a tool's action on the line is in progress. */
  isBound: () => boolean;
  /** Returns whether a machine listens, for which fillers are meaningless. */
  isMachine: () => boolean;
}

/** Says fillers while the caller waits for a model, a tool, a voice or the transcript. */
export class Explanations {
  readonly #options: ExplanationsOptions;
  readonly #fillers: Fillers;
  #areWordsAwaited = false;

  constructor(options: ExplanationsOptions) {
    const { language, clock, timers, sayings } = options;
    this.#options = options;
    this.#fillers = new Fillers({
      texts: () => language.fillers,
      timers,
      nowMs: () => clock.nowMs,
      state: () => this.#state(),
      say: (text, isNext) => sayings.filler(text, isNext),
    });
  }

  /** Whether a filler for the late transcript is all that is being said. */
  get areWordsAwaited(): boolean {
    return this.#areWordsAwaited;
  }

  /** Whether nothing is being said, generated or held. */
  get isIdle(): boolean {
    const { output, turn, isBound } = this.#options;
    const isThinking = turn()?.isThinking === true && !turn()!.abort.signal.aborted;
    return !isBound() && !output.isActive && !output.isHeld && !isThinking;
  }

  /** Starts waiting for an answer; the caller has been silent since `sinceMs`. */
  thinking(sinceMs: number): void {
    if (!this.#options.isMachine()) this.#fillers.thinking(sinceMs);
  }

  /** Starts waiting for a tool. */
  tool({ hasSpoken }: Turn): void {
    if (!this.#options.isMachine()) this.#fillers.tool(hasSpoken);
  }

  /** Says a filler because the transcript is late. */
  awaitWords(): void {
    if (!this.isIdle) return;
    this.#fillers.now();
    this.#areWordsAwaited = this.#options.output.isActive;
  }

  /** Ends the wait for the transcript. */
  wordsOver(): void {
    this.#areWordsAwaited = false;
  }

  stop(): void {
    this.#fillers.stop();
  }

  #state(): ReturnType<FillersOptions['state']> {
    const { output, isBound } = this.#options;
    const turn = this.#options.turn();
    if (!turn || turn.abort.signal.aborted || isBound()) return 'over';
    if (output.isHeld || output.isSounding) return 'speaking';
    if (output.isActive) return 'unspoken';
    return turn.isThinking ? 'silent' : 'over';
  }
}
