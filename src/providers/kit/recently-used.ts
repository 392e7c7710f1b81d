/** Values by key, the `sizeMax` that were used last; what falls out is forgotten. */
export class RecentlyUsed<Value> {
  readonly #sizeMax: number;
  /** In the order of use: a Map keeps the order of insertion, and a value is inserted again when it is used. */
  readonly #values = new Map<string, Value>();

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  /** The value of `key`, made if there is none. */
  get(key: string, make: () => Value): Value {
    const known = this.#values.has(key) ? this.#values.get(key)! : make();
    this.#values.delete(key);
    this.#values.set(key, known);
    for (const oldest of this.#values.keys())
      if (this.#values.size > this.#sizeMax) this.#values.delete(oldest);
    return known;
  }

  /** All that is remembered, oldest use first. */
  values(): Value[] {
    return [...this.#values.values()];
  }
}
