/** The most configurations whose response times and failures are remembered. */
const rememberedMax = 1_000;

/** Holds a value for each of the configurations that were used last. */
export class Remembered<Known> {
  readonly #known = new Map<string, Known>();
  readonly #create: (key: string) => Known;

  constructor(create: (key: string) => Known) {
    this.#create = create;
  }

  of(key: string): Known {
    const known = this.#known.get(key) ?? this.#create(key);
    this.#known.delete(key);
    this.#known.set(key, known);
    for (const oldest of this.#known.keys()) if (this.#known.size > rememberedMax) this.#known.delete(oldest);
    return known;
  }
}
