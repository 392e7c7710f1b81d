/** How many ids of a kind are remembered; older ones are likely to be deleted by now. */
const idsMax = 30;

const kinds: Record<string, string> = { workflowTriggeredId: 'workflowRunId' };

/** The ids that answers have returned, which later requests use. */
export class IdPool {
  readonly #ids = new Map<string, string[]>();
  readonly #spared: ReadonlySet<string>;

  /** `spared`: ids that no request may name, because the fuzzing itself depends on them. */
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

  /** Remembers every id in the answer of a creation. */
  learn(answer: unknown): void {
    if (typeof answer !== 'object' || answer === null) return;
    for (const [name, value] of Object.entries(answer)) {
      if (/Id$/.test(name) && typeof value === 'string') this.add(kinds[name] ?? name, value);
    }
  }

  /** The text with every `ID<kind>` replaced by an id of that kind; one of the newest is likeliest. */
  fill(text: string, choose: () => number): string {
    return text.replaceAll(/ID(?:<|%3C)(\w+)(?:>|%3E)/g, (_whole, kind: string) => {
      const ids = this.#ids.get(kind) ?? ['none'];
      return ids[ids.length - 1 - Math.floor(choose() ** 2 * ids.length)]!;
    });
  }
}
