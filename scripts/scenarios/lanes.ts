/** Limits how much work runs at a time, in the order of the requests. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs the work as soon as there is a free slot. */
  async with<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free === 0) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#free--;
    try {
      return await work();
    } finally {
      // The slot passes directly to the next waiting call.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}

/**
 * Runs calls at the same time, bounded by the machine's cores. A call mostly waits: 17 s of one took 3 s of a core, with
 * local speech recognition too. But each utterance that is recognized takes a core for a moment, so of such calls there
 * is one for each core.
 */
export class Lanes {
  readonly #all: Slots;
  readonly #heavy: Slots;

  constructor(cores: number, parallelMax: number = Math.max(cores, 1) * 3 + 1) {
    this.#all = new Slots(Math.max(parallelMax, 1));
    this.#heavy = new Slots(Math.max(cores, 1));
  }

  run<Result>(isHeavy: boolean, work: () => Promise<Result>): Promise<Result> {
    const inLane = () => this.#all.with(work);
    return isHeavy ? this.#heavy.with(inLane) : inLane();
  }
}
