import { freeForgottenRuns, freeRunsOfDead, releaseRun } from '../../domains/workflows/index.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  type Clock,
  counter,
  delay,
  histogram,
  type Log,
  monotonicMs,
  toError,
} from '../../platform/kernel/index.ts';
import { DeadNodes } from '../../platform/nodes/index.ts';
import { Definitions } from './definitions.ts';
import { startByEvents } from './event-triggers.ts';
import { type Execution, executeRun } from './execute-run.ts';
import { givenUp, Interruptions } from './interruptions.ts';
import { JournalWriter } from './journal-writer.ts';
import { Pace } from './pace.ts';
import { startScheduled } from './schedules.ts';
import { type Claimed, claimRuns, nextReadyMs, readAgain } from './store.ts';

export interface WorkflowEngineOptions {
  db: Database;
  log: Log;
  /** The live node of this process. */
  nodeId: string;
  clock: Clock;
  carryOut: Execution['carryOut'];
  /** Interval of polling for ready runs in milliseconds, in case a notification was lost; default 2 s. */
  pollMs?: number;
}

/** Maximum concurrent runs per process. */
const runsMax = 256;
/** Maximum concurrent runs of one organization in this process. */
const runsOfOneMax = 192;
/** Maximum runs per claim. */
const claimMax = 100;
const dutyEveryMs = 1_000;
/** Time for effects in flight to finish when the process stops. */
const graceMs = 5_000;

const executed = counter('parley_workflow_runs_total', 'Ended workflow runs by outcome', ['status']);
const stepSeconds = histogram(
  'parley_workflow_step_seconds',
  'Duration of workflow steps with effects',
  ['type', 'status'],
  [0.005, 0.02, 0.1, 0.5, 1, 5, 30, 120],
);
const lateSeconds = histogram(
  'parley_workflow_ready_seconds',
  'How long workflow runs were ready before a process claimed them',
  [],
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30],
);

/**
 * Executes ready runs. Several processes may have an engine. Only one process at a time holds the claim of a run. The runs
 * of a dead process are free again within seconds.
 */
export class WorkflowEngine {
  readonly #options: WorkflowEngineOptions;
  readonly #pollMs: number;
  readonly #definitions: Definitions;
  readonly #writer: JournalWriter;
  readonly #pace = new Pace();
  readonly #deadNodes = new DeadNodes();
  readonly #interruptions = new Interruptions();
  /** Aborts when nothing new may begin. */
  readonly #closing = new AbortController();
  /** Aborts effects in flight. */
  readonly #calledOff = new AbortController();
  readonly #running = new Map<string, { organizationId: string; runId: string; done: Promise<void> }>();
  #freedForgottenAtMs = Number.NEGATIVE_INFINITY;
  #claiming: Promise<void> = Promise.resolve();
  #watching: Promise<unknown> = Promise.resolve();
  #wake = Promise.withResolvers<void>();

  constructor(options: WorkflowEngineOptions) {
    this.#options = options;
    this.#pollMs = options.pollMs ?? 2_000;
    this.#definitions = new Definitions(options.db);
    this.#writer = new JournalWriter(options.db, options.nodeId);
  }

  start(): void {
    this.#claiming = this.#claimRepeatedly();
    this.#watching = Promise.all([
      this.#every('could not free the runs of dead processes; retrying', () => this.#freeLost()),
      this.#every('could not start workflows by their schedules; retrying', () => this.#startScheduled()),
      this.#every('could not start workflows by events; retrying', () => this.#startByEvents()),
    ]);
  }

  /** Ends the delay before the next claim, because runs may be ready. */
  wake(): void {
    this.#wake.resolve();
  }

  /** Stops claiming and gives effects in flight 5 s to finish. Other processes continue the runs. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.wake();
    const overdue = setTimeout(() => this.#calledOff.abort(), graceMs);
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    clearTimeout(overdue);
    this.#calledOff.abort();
    await Promise.all([this.#claiming, this.#watching]);
  }

  async #claimRepeatedly(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      let delayMs = this.#pollMs;
      this.#wake = Promise.withResolvers();
      try {
        await this.#freeForgotten();
        delayMs = await this.#claim();
      } catch (error) {
        this.#options.log.warn({ err: error }, 'could not claim workflow runs; retrying');
      }
      if (delayMs > 0 && !signal.aborted) await this.#untilWoken(delayMs);
    }
  }

  async #untilWoken(ms: number): Promise<void> {
    const timer = new AbortController();
    await Promise.race([this.#wake.promise, delay(ms, timer.signal)]);
    timer.abort();
  }

  /** Claims and begins as many runs as the limits allow. Returns the delay before the next claim in milliseconds. */
  async #claim(): Promise<number> {
    const { db, nodeId } = this.#options;
    const room = Math.min(runsMax - this.#running.size, claimMax);
    // The next run that ends wakes this loop.
    if (room <= 0) return this.#pollMs;
    const claimed = await claimRuns(db, nodeId, room, this.#full());
    const runnable = await this.#definitions.find(
      claimed.map(({ organizationId, facts }) => ({ ...facts, organizationId })),
    );
    claimed.forEach((run, i) => {
      lateSeconds.observe(run.lateMs / 1000);
      this.#begin(run, runnable[i]!);
    });
    if (claimed.length === room) return 0;
    const nextMs = await nextReadyMs(db);
    return nextMs === null ? this.#pollMs : Math.min(this.#pollMs, Math.max(5, nextMs));
  }

  /** Returns the organizations that have reached their maximum. */
  #full(): string[] {
    const counts = new Map<string, number>();
    for (const { organizationId } of this.#running.values()) {
      counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
    }
    return [...counts].flatMap(([id, count]) => (count >= runsOfOneMax ? [id] : []));
  }

  #begin(run: Claimed, found: Awaited<ReturnType<Definitions['find']>>[number]): void {
    const { organizationId, facts } = run;
    const key = `${organizationId}/${facts.runId}/${run.claim}`;
    // A failover of the database lost the same claim. The next one has another number, which ends the execution of this one.
    if (this.#running.has(key)) return void this.#release(run, 0);
    const done = this.#execute(run, found).finally(() => {
      const wasFull = this.#running.size >= runsMax;
      this.#running.delete(key);
      if (wasFull) this.wake();
    });
    this.#running.set(key, { organizationId, runId: facts.runId, done });
  }

  async #execute(run: Claimed, found: Awaited<ReturnType<Definitions['find']>>[number]): Promise<void> {
    const { db, log, nodeId, clock, carryOut } = this.#options;
    const { organizationId, facts } = run;
    try {
      if ('problem' in found) {
        const outcome = { status: 'failed', output: null, reason: found.problem } as const;
        await this.#writer.write({ run, changed: [], outcome, release: null });
        return;
      }
      const execution: Execution = {
        clock,
        pace: this.#pace,
        signal: this.#calledOff.signal,
        write: async (writing) => {
          const verdict = await this.#writer.write(writing);
          if (writing.outcome && verdict !== 'lost' && verdict !== 'woken') {
            const { status, reason } = writing.outcome;
            executed.inc({ status });
            log.debug({ organizationId, workflowRunId: facts.runId, status, reason }, 'a workflow run ended');
          }
          return verdict;
        },
        readAgain: (claimed) => readAgain(db, nodeId, claimed),
        async carryOut(claimed, effect, signal) {
          const startedAtMs = performance.now();
          const result = await carryOut(claimed, effect, signal);
          const labels = { type: effect.step.type, status: result.kind };
          stepSeconds.observe(labels, (performance.now() - startedAtMs) / 1000);
          return result;
        },
      };
      await executeRun(execution, run, found.definition);
      this.#interruptions.forget(run);
    } catch (error) {
      await this.#interrupted(run, toError(error));
    }
  }

  /** Releases an interrupted run for later, or fails it after too many interruptions. */
  async #interrupted(run: Claimed, error: Error): Promise<void> {
    if (this.#calledOff.signal.aborted) return this.#release(run, 0);
    const { log } = this.#options;
    const about = { err: error, organizationId: run.organizationId, workflowRunId: run.facts.runId };
    const afterMs = this.#interruptions.add(run);
    if (afterMs === null) {
      log.error(about, 'a workflow run was interrupted too often and has failed');
      if (await this.#giveUp(run, error)) return this.#interruptions.forget(run);
    } else log.warn(about, 'a workflow run was interrupted and continues later');
    await this.#release(run, afterMs ?? this.#pollMs);
  }

  /** Records the failure of a run. Returns whether it was recorded, or the run is no longer held. */
  async #giveUp(run: Claimed, { message }: Error): Promise<boolean> {
    try {
      const read = await readAgain(this.#options.db, this.#options.nodeId, run);
      if (!read) return true;
      const verdict = await this.#writer.write(
        givenUp({ ...run, ...read }, message, this.#options.clock.now()),
      );
      if (verdict === 'ok' || verdict === 'paused') executed.inc({ status: 'failed' });
      return verdict !== 'woken';
    } catch (error) {
      this.#options.log.warn({ err: error }, 'could not record the failure of a workflow run');
      return false;
    }
  }

  /** Releases a run. If this fails, `#freeForgotten` does it. */
  async #release({ organizationId, facts }: Claimed, afterMs: number): Promise<void> {
    const { db, nodeId, log } = this.#options;
    await releaseRun(db, { organizationId, runId: facts.runId, nodeId }, afterMs).catch((error: unknown) =>
      log.warn({ err: error }, 'could not release a workflow run'),
    );
  }

  /** Frees the runs of this process that it does not execute. No claim is under way meanwhile. */
  async #freeForgotten(): Promise<void> {
    const nowMs = monotonicMs();
    if (nowMs - this.#freedForgottenAtMs < 2 * this.#pollMs) return;
    const { db, log, nodeId } = this.#options;
    const runs = await freeForgottenRuns(db, nodeId, [...this.#running.values()]);
    this.#freedForgottenAtMs = nowMs;
    if (runs > 0)
      log.warn({ runs }, 'this process held workflow runs that it did not execute; they are free');
  }

  /** Frees the runs of dead processes. */
  async #freeLost(): Promise<void> {
    const { db, log } = this.#options;
    const runs = await freeRunsOfDead(db, await this.#deadNodes.find(db));
    if (runs === 0) return;
    log.warn({ runs }, 'a process died; its workflow runs are free again');
    this.wake();
  }

  async #startScheduled(): Promise<void> {
    const { db, clock } = this.#options;
    if ((await startScheduled(db, clock.now())) > 0) this.wake();
  }

  async #startByEvents(): Promise<void> {
    const { db, log } = this.#options;
    if ((await startByEvents({ db, log, pace: this.#pace }, this.#closing.signal)) > 0) this.wake();
  }

  async #every(failed: string, duty: () => Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await duty().catch((error: unknown) => {
        if (!signal.aborted) this.#options.log.warn({ err: error }, failed);
      });
      await delay(dutyEveryMs, signal);
    }
  }
}
