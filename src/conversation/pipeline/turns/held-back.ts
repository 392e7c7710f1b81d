import type { HoldBack } from '../hold-back.ts';
import type { Timers } from '../timers.ts';

/** The silence of both sides after which a held-back answer is due. */
const waitMs = { short: 2500, long: 8000 } as const satisfies Record<HoldBack, number>;

interface HeldBackOptions {
  timers: Pick<Timers<'hold-back'>, 'set' | 'clear' | 'has'>;
  /** The caller says nothing more: the answer is due. */
  onDue: () => void;
}

/**
 * The policy of an answer that the model held back: its turn stays open until the caller goes on, or both sides were
 * silent for a bounded time. A sound of the caller begins the wait anew.
 */
export class HeldBack {
  readonly #options: HeldBackOptions;
  #holdBack: HoldBack | null = null;

  constructor(options: HeldBackOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#holdBack !== null;
  }

  begin(holdBack: HoldBack): void {
    this.#holdBack = holdBack;
  }

  end(): void {
    this.#holdBack = null;
    this.#options.timers.clear('hold-back');
  }

  /** Runs the clock while both sides are silent, and resets it otherwise. */
  quiet(isQuiet: boolean): void {
    const { timers, onDue } = this.#options;
    if (this.#holdBack === null || !isQuiet) timers.clear('hold-back');
    else if (!timers.has('hold-back')) timers.set('hold-back', waitMs[this.#holdBack], onDue);
  }
}
