import type { ConversationOptions } from './conversation.ts';
import { Fillers, type FillersOptions } from './fillers.ts';
import { wordsOf } from './languages.ts';
import type { LineClock } from './line-clock.ts';
import type { Mouth } from './mouth.ts';
import type { Sayings } from './sayings.ts';
import type { Turn } from './turn.ts';

interface ExplanationsOptions {
  agent: ConversationOptions['agent'];
  clock: LineClock;
  timers: FillersOptions['timers'];
  mouth: Mouth;
  sayings: Sayings;
  /** The turn that goes on, or the last one. */
  turn: () => Turn | null;
  /** Whether what a tool asked for on the line is being done. */
  isBound: () => boolean;
}

/** Explains the agent's silence: that it thinks, that a tool runs, that a voice is waited for, that words are. */
export class Explanations {
  readonly #options: ExplanationsOptions;
  readonly #fillers: Fillers;
  #areWordsAwaited = false;

  constructor(options: ExplanationsOptions) {
    const { agent, clock, timers, sayings } = options;
    this.#options = options;
    this.#fillers = new Fillers({
      texts: agent.fillers ?? wordsOf(agent.language).fillers,
      timers,
      nowMs: () => clock.nowMs,
      state: () => this.#state(),
      say: (text, isNext) => sayings.filler(text, isNext),
    });
  }

  /** Nothing is being said but that it takes long to understand the caller. */
  get areWordsAwaited(): boolean {
    return this.#areWordsAwaited;
  }

  /** Nothing is said, or thought of, or kept. */
  get isIdle(): boolean {
    const { mouth, turn, isBound } = this.#options;
    const isThinking = turn()?.isThinking === true && !turn()!.abort.signal.aborted;
    return !isBound() && !mouth.isActive && !mouth.isHeld && !isThinking;
  }

  /** A turn begins; the caller was silent since `sinceMs`. */
  thinking(sinceMs: number): void {
    this.#fillers.thinking(sinceMs);
  }

  /** A tool begins to run. */
  tool({ hasSpoken }: Turn): void {
    this.#fillers.tool(hasSpoken);
  }

  /** It takes long to understand the caller. */
  awaitWords(): void {
    if (!this.isIdle) return;
    this.#fillers.now();
    this.#areWordsAwaited = this.#options.mouth.isActive;
  }

  /** All was said, or something else is said now. */
  wordsOver(): void {
    this.#areWordsAwaited = false;
  }

  stop(): void {
    this.#fillers.stop();
  }

  #state(): ReturnType<FillersOptions['state']> {
    const { mouth, isBound } = this.#options;
    const turn = this.#options.turn();
    if (!turn || turn.abort.signal.aborted || isBound()) return 'over';
    if (mouth.isHeld || mouth.isSounding) return 'speaking';
    if (mouth.isActive) return 'unspoken';
    return turn.isThinking ? 'silent' : 'over';
  }
}
