/** The number of ids of a kind that are remembered. Older ones were probably deleted. */
const idsMax = 30;

const kinds: Record<string, string> = { workflowTriggeredId: 'workflowRunId' };

/** The ids in answers, which later requests use. */
export class IdPool {
  readonly #ids = new Map<string, string[]>();
  readonly #spared: ReadonlySet<string>;

  /** `spared` are ids that no request may name, because the fuzzing itself depends on them. */
  constructor(spared: Iterable<string>) {
    this.#spared = new Set(spared);
  }

  add(kind: string, id: string): void {
    if (this.#spared.has(id)) return;
    const ids = this.#ids.get(kind) ?? [];
    ids.push(id);
    if (ids.length > idsMax) ids.shift();
    this.#ids.set(kind, ids);
  }

  /** Stores every id in the answer of a creation. */
  learn(answer: unknown): void {
    if (typeof answer !== 'object' || answer === null) return;
    for (const [name, value] of Object.entries(answer)) {
      if (/Id$/.test(name) && typeof value === 'string') this.add(kinds[name] ?? name, value);
    }
  }

  /** Replaces every `ID<kind>` in the text by an id of that kind, most often by one of the newest. */
  fill(text: string, choose: () => number): string {
    return text.replaceAll(/ID(?:<|%3C)(\w+)(?:>|%3E)/g, (_whole, kind: string) => {
      const ids = this.#ids.get(kind) ?? ['none'];
      return ids[ids.length - 1 - Math.floor(choose() ** 2 * ids.length)]!;
    });
  }
}
