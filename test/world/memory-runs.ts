import { checkDefinition, type WorkflowDefinition } from '../../src/domains/workflow-definition/index.ts';
import { executeRun } from '../../src/runtime/workflow-engine/execute-run.ts';
import type { Writing } from '../../src/runtime/workflow-engine/journal-writer.ts';
import { Pace } from '../../src/runtime/workflow-engine/pace.ts';
import type { Effect, Outcome } from '../../src/runtime/workflow-engine/run/advance.ts';
import type { JournalEntry } from '../../src/runtime/workflow-engine/run/journal.ts';
import type { EffectResult } from '../../src/runtime/workflow-engine/run/settle.ts';
import type { Claimed, Verdict } from '../../src/runtime/workflow-engine/store.ts';

/** Returns the definition with these steps. It must be valid. */
export function definitionOf(steps: unknown[]): WorkflowDefinition {
  const checked = checkDefinition({ steps });
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems));
  return checked.definition;
}

export type CarryOut = (effect: Effect, run: MemoryRun) => EffectResult | Promise<EffectResult>;

/** A run whose journal is in memory and follows the rules of `workflow_advance`. It can be executed repeatedly. */
export class MemoryRun {
  readonly definition: WorkflowDefinition;
  readonly input: Record<string, unknown>;
  readonly rows = new Map<string, JournalEntry>();
  readonly writings: Writing[] = [];
  nowMs = Date.parse('2026-11-21T20:00:00Z');
  outcome: Outcome | null = null;
  /** The end of the wait; null while it waits for an event; undefined when it does not wait. */
  waitsUntilMs: number | null | undefined = undefined;
  wakes = 0;
  paused = false;
  canceled = false;
  /** Called before and after each write. It may throw, as if the process had been killed. */
  onWrite: (when: 'before' | 'after') => void = () => undefined;
  readonly #carryOut: CarryOut;

  constructor(steps: unknown[], input: Record<string, unknown> = {}, carryOut: CarryOut = echo) {
    this.definition = definitionOf(steps);
    this.input = input;
    this.#carryOut = carryOut;
  }

  /** Executes the run from its journal, as one process would. */
  async execute(): Promise<void> {
    this.waitsUntilMs = undefined;
    await executeRun(
      {
        clock: { now: () => this.nowMs },
        pace: new Pace(),
        signal: new AbortController().signal,
        write: async (writing) => this.#write(writing),
        readAgain: async () => (this.canceled ? null : { wakes: this.wakes, journal: this.#journal() }),
        carryOut: async (_run, effect) => this.#carryOut(effect, this),
      },
      this.#claimed(),
      this.definition,
    );
  }

  /** Executes until the run is over, and advances the time whenever it waits for that. */
  async executeToEnd(): Promise<void> {
    for (let turn = 0; this.outcome === null && turn < 10_000; turn++) {
      await this.execute();
      if (this.waitsUntilMs === null) return;
      if (this.waitsUntilMs !== undefined) this.nowMs = Math.max(this.nowMs, this.waitsUntilMs);
    }
  }

  /** Wakes the run, as `workflow_wake` does. */
  wake(wakeKey: string, output: unknown): void {
    for (const row of this.rows.values()) {
      if (row.wakeKey !== wakeKey || row.status !== 'waiting') continue;
      this.rows.set(row.key, { ...row, status: 'completed', output, wakeKey: null, endedAtMs: this.nowMs });
      this.wakes++;
    }
  }

  output(key: string): unknown {
    return this.rows.get(key)?.output;
  }

  #claimed(): Claimed {
    const createdAt = new Date(this.nowMs).toISOString();
    const facts = { runId: 'run_1', workflowId: 'workflow_1', version: 1, input: this.input, createdAt };
    const journal = this.#journal();
    return { organizationId: 'org_1', facts, depth: 0, claim: 1, wakes: this.wakes, lateMs: 0, journal };
  }

  /** Returns a copy of the journal, as a database would. */
  #journal(): JournalEntry[] {
    const rows = [...this.rows.values()].sort((a, b) => a.position - b.position);
    return structuredClone(rows);
  }

  #write(writing: Writing): Verdict {
    this.onWrite('before');
    if (this.canceled) return 'lost';
    if (writing.run.wakes !== this.wakes) return 'woken';
    this.writings.push(structuredClone({ ...writing, run: { ...writing.run, journal: [] } }));
    for (const entry of writing.changed) {
      const known = this.rows.get(entry.key);
      if (known && known.status !== 'running' && known.status !== 'waiting') continue;
      this.rows.set(entry.key, structuredClone(entry));
    }
    if (writing.outcome) this.outcome = writing.outcome;
    if (writing.release) this.waitsUntilMs = writing.release.untilMs;
    this.onWrite('after');
    return this.paused ? 'paused' : 'ok';
  }
}

/** Completes every effect with its input. */
function echo({ entry }: Effect): EffectResult {
  return { kind: 'completed', output: { did: entry.input } };
}
