import { ApiError } from '../../platform/kernel/index.ts';

/** At a time, each in a thread of the pool and with 19 MB: what else needs threads and a core keeps some. */
const atOnceMax = 2;
const waitingMax = 30;

/** Lets in a few at a time: what is made expensive for guessers must not be a way to use up the machine. */
export class Turnstile {
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  /** Carries out `work` when it is its turn. Throws a 503 where too many wait already. */
  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#inside >= atOnceMax) await this.#wait();
    else this.#inside++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#inside--;
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= waitingMax) {
      const headers = { 'retry-after': '2' };
      throw new ApiError(503, 'sign_in.busy', 'Too many people are signing in; try again.', { headers });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
