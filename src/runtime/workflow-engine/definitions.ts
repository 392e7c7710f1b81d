import { checkDefinition, type WorkflowDefinition } from '../../domains/workflow-definition/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { selectDefinitions, type VersionKey } from './store.ts';

/** The definition of a version, or the reason why it cannot run. */
type Runnable = { definition: WorkflowDefinition } | { problem: string };

const definitionsMax = 500;

/** Caches the definitions of versions, which never change. */
export class Definitions {
  readonly #db: Queryable;
  readonly #known = new Map<string, Runnable>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Returns definitions in the order of the keys. */
  async find(keys: readonly VersionKey[]): Promise<Runnable[]> {
    const found = new Map(keys.map((key) => [nameOf(key), this.#known.get(nameOf(key))]));
    const missing = keys.filter((key) => !found.get(nameOf(key)));
    if (missing.length > 0) {
      for (const row of await selectDefinitions(this.#db, missing)) {
        const runnable = runnableOf(row.definition);
        found.set(nameOf(row), runnable);
        this.#keep(nameOf(row), runnable);
      }
    }
    return keys.map((key) => found.get(nameOf(key)) ?? { problem: 'Its version no longer exists.' });
  }

  #keep(name: string, runnable: Runnable): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= definitionsMax && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(name, runnable);
  }
}

function nameOf({ organizationId, workflowId, version }: VersionKey): string {
  return `${organizationId}/${workflowId}/${version}`;
}

function runnableOf(value: unknown): Runnable {
  const checked = checkDefinition(value);
  if ('definition' in checked) return checked;
  const [first] = checked.problems;
  return { problem: `The version cannot run: ${first?.field}: ${first?.message}` };
}
