import { tmpdir } from 'node:os';
import type { Providers } from '../conversation/providers/registry.ts';
import type { QuestionVectors } from '../domains/knowledge/index.ts';
import type { SecretKey } from '../platform/access/index.ts';
import { type Database, type Listener, Notifier, readStatement } from '../platform/db/index.ts';
import { delay, type Log, processClock } from '../platform/kernel/index.ts';
import type { WorkflowEngine } from '../runtime/workflow-engine/index.ts';
import { LateEgress } from './late-egress.ts';

/**
 * The channel that reports runs that may be ready. `src/domains/workflows` has the same; loading it here costs memory.
 */
const channel = 'parley_workflows';
const pollMs = 2_000;

/** Returns whether the engine has work: a run that is ready, is claimed by a process that may die, or is due. */
const hasWork = readStatement(
  'program.workflows',
  `select exists (select from workflow_open_runs where node_id is null and not paused and ready_at <= statement_timestamp())
     or exists (select from workflow_open_runs where node_id is not null)
     or exists (select from workflow_schedules where next_at is null or next_at <= statement_timestamp())
     or exists (select from event_consumers c where c.consumer = 'workflow-triggers'
       and (c.reading is not null or has_events(c.organization_id, c.seen))) as has_work`,
);

interface WorkflowsOptions {
  db: Database;
  /** A listener that is not started yet. */
  listener: Listener;
  secret: SecretKey;
  egressAllow: readonly string[];
  log: Log;
  /** The process that claims the runs. */
  nodeId: string;
}

/**
 * Executes workflows. The engine is loaded when the first run is ready. Until then, the process polls a few indexes every
 * 2 s.
 */
export class Workflows {
  readonly #options: WorkflowsOptions;
  readonly #egress: LateEgress;
  readonly #abort = new AbortController();
  #engine: WorkflowEngine | null = null;
  #providers: Providers | null = null;
  #questionVectors: QuestionVectors | null = null;
  #polling: Promise<void> = Promise.resolve();
  #wake = Promise.withResolvers<void>();

  constructor(options: WorkflowsOptions) {
    this.#options = options;
    this.#egress = new LateEgress(options.egressAllow);
    options.listener.on(channel, () => {
      if (this.#engine) this.#engine.wake();
      else this.#wake.resolve();
    });
  }

  start(): void {
    this.#polling = this.#poll();
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#polling;
    await this.#engine?.close();
    await this.#questionVectors?.[Symbol.asyncDispose]();
    await this.#providers?.[Symbol.asyncDispose]();
    await this.#egress[Symbol.asyncDispose]();
  }

  async #poll(): Promise<void> {
    const { signal } = this.#abort;
    const { db, log } = this.#options;
    while (!signal.aborted && !this.#engine) {
      this.#wake = Promise.withResolvers();
      try {
        const [row] = await db.query<{ has_work: boolean }>(hasWork);
        if (row?.has_work && !signal.aborted) await this.#open();
      } catch (error) {
        log.warn({ err: error }, 'cannot check for workflow runs');
      }
      if (!this.#engine) await Promise.race([this.#wake.promise, delay(pollMs, signal)]);
    }
  }

  /** Returns the models of a step. The first step that needs one opens the providers. */
  async #modelsOf(config: Record<string, unknown>, { organizationId }: { organizationId: string }) {
    const [providers, { analysisModels }, { UsageMeter }] = await Promise.all([
      this.#openProviders(),
      import('./analysis-models.ts'),
      import('../conversation/providers/kit/index.ts'),
    ]);
    return analysisModels(providers, config, { organizationId, usage: new UsageMeter() });
  }

  async #openProviders(): Promise<Providers> {
    const { db, secret, log, egressAllow } = this.#options;
    const { openProviders } = await import('./providers.ts');
    this.#providers ??= openProviders({ db, secret, egressAllow, log, temporaryFolder: tmpdir() });
    return this.#providers;
  }

  async #open(): Promise<void> {
    const { db, log, secret, nodeId } = this.#options;
    const [engine, { QuestionVectors }] = await Promise.all([
      import('../runtime/workflow-engine/index.ts'),
      import('../domains/knowledge/index.ts'),
    ]);
    this.#questionVectors = new QuestionVectors({ db, log, open: () => this.#openProviders() });
    const carryOut = engine.effects({
      db,
      notifier: new Notifier(db, log),
      secret,
      clock: processClock,
      egress: () => this.#egress.open(),
      modelsOf: (config, context) => this.#modelsOf(config, context),
      questionVectors: this.#questionVectors,
    });
    this.#engine = new engine.WorkflowEngine({ db, log, nodeId, clock: processClock, carryOut });
    this.#engine.start();
    log.info({ nodeId }, 'the workflow engine is ready');
  }
}
