import { checkDefinition, type WorkflowDefinition } from '../../domains/workflow-definition/index.ts';
import { type Queryable, readStatement } from '../../platform/db/index.ts';

/** A published version of a workflow. */
interface VersionKey {
  organizationId: string;
  workflowId: string;
  version: number;
}

/** The definition of a version, or why it cannot run. */
type Runnable = { definition: WorkflowDefinition } | { problem: string };

const select = readStatement(
  'workflow_engine.definitions',
  `select v.organization_id as "organizationId", v.workflow_id as "workflowId", v.version, v.definition
   from workflow_versions v join unnest($1::text[], $2::text[], $3::integer[]) as k (o, w, n)
     on v.organization_id = k.o and v.workflow_id = k.w and v.version = k.n`,
);

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
      const columns = [
        missing.map(({ organizationId }) => organizationId),
        missing.map(({ workflowId }) => workflowId),
        missing.map(({ version }) => version),
      ];
      for (const row of await this.#db.query<VersionKey & { definition: unknown }>(select, columns)) {
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
