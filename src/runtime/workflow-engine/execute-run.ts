import type { WorkflowDefinition } from '../../domains/workflow-definition/index.ts';
import { type Clock, toError } from '../../platform/kernel/index.ts';
import type { Writing } from './journal-writer.ts';
import type { Pace } from './pace.ts';
import { type Advance, advance, type Effect } from './run/advance.ts';
import { attemptsMax, type JournalEntry } from './run/journal.ts';
import { RunState } from './run/run-state.ts';
import { type EffectResult, settled } from './run/settle.ts';
import type { Claimed, Verdict } from './store.ts';

/** The dependencies of executing a run. */
export interface Execution {
  clock: Clock;
  /** Shared by all runs of this process. */
  pace: Pace;
  write(writing: Writing): Promise<Verdict>;
  /** Reads the journal again after an event has changed it. Returns null when this process no longer holds the run. */
  readAgain(run: Claimed): Promise<Pick<Claimed, 'wakes' | 'journal'> | null>;
  /** Carries out a step's effect. A rejection releases the run, which is retried later, up to a limit. */
  carryOut(run: Claimed, effect: Effect, signal: AbortSignal): Promise<EffectResult>;
  /** Aborts when the process stops. Then no step begins, and effects in flight are aborted. */
  signal: AbortSignal;
}

/** Maximum concurrent effects of one run. */
const inFlightMax = 16;

/**
 * Executes a claimed run until it ends, waits, is paused, or belongs to another process. Every result is recorded before
 * its consequences begin.
 */
export async function executeRun(
  execution: Execution,
  run: Claimed,
  definition: WorkflowDefinition,
): Promise<void> {
  const own = new AbortController();
  const signal = AbortSignal.any([execution.signal, own.signal]);
  try {
    await new RunExecution(execution, run, definition, signal).run();
  } finally {
    own.abort();
  }
}

interface Settled {
  effect: Effect;
  result: EffectResult;
}

class RunExecution {
  readonly #execution: Execution;
  readonly #run: Claimed;
  readonly #definition: WorkflowDefinition;
  readonly #signal: AbortSignal;
  readonly #inFlight = new Map<string, Promise<Settled>>();
  #state: RunState;
  /** Effects that are recorded but wait for a free slot. */
  #queue: Effect[] = [];
  /** Results that are not recorded yet. */
  #unsaved: Settled[] = [];
  #isPaused = false;

  constructor(execution: Execution, run: Claimed, definition: WorkflowDefinition, signal: AbortSignal) {
    this.#execution = execution;
    this.#run = run;
    this.#definition = definition;
    this.#signal = signal;
    this.#state = new RunState(run.facts, run.journal);
  }

  async run(): Promise<void> {
    while (await this.#turn()) {
      this.#signal.throwIfAborted();
      this.#beginEffects();
      if (this.#inFlight.size === 0) continue;
      const done = await Promise.race(this.#inFlight.values());
      this.#inFlight.delete(done.effect.entry.key);
      this.#unsaved.push(done);
    }
  }

  /** Decides the next steps and records them. Returns whether the run continues in this process. */
  async #turn(): Promise<boolean> {
    for (;;) {
      const nowMs = this.#execution.clock.now();
      const { results, next } = await this.#execution.pace.do(() => this.#decide(nowMs));
      const changed = distinct([...results, ...(next?.changed ?? [])]);
      const outcome = next?.outcome ?? null;
      const effects = next?.effects ?? [];
      const isIdle = !outcome && !next?.hasMore && effects.length === 0 && this.#busy().size === 0;
      const release = isIdle ? { untilMs: this.#isPaused ? nowMs : (next?.wakeAtMs ?? null) } : null;
      const verdict = await this.#execution.write({ run: this.#run, changed, outcome, release });
      if (verdict === 'lost') return false;
      if (verdict === 'woken') {
        if (!(await this.#readAgain())) return false;
        continue;
      }
      this.#unsaved = [];
      if (outcome || release) return false;
      if (verdict === 'paused') {
        // Effects in flight finish; recorded ones begin on resumption.
        this.#isPaused = true;
        if (this.#inFlight.size > 0) return true;
        continue;
      }
      this.#queue.push(...effects);
      if (!next?.hasMore) return true;
    }
  }

  #decide(nowMs: number): { results: JournalEntry[]; next: Advance | null } {
    const results = this.#unsaved.flatMap((one) => this.#settle(one, nowMs));
    for (const entry of results) this.#state.put(entry);
    const next = this.#isPaused ? null : advance(this.#definition, this.#state, nowMs, this.#busy());
    return { results, next };
  }

  /** Ignores the result of a step that has ended otherwise, for example because its call ended first. */
  #settle({ effect, result }: Settled, nowMs: number): JournalEntry[] {
    const entry = this.#state.entries.get(effect.entry.key);
    return entry?.status === 'running' ? [settled(entry, result, nowMs)] : [];
  }

  #busy(): Set<string> {
    const waiting = this.#isPaused ? [] : this.#queue.map(({ entry }) => entry.key);
    return new Set([...this.#inFlight.keys(), ...waiting]);
  }

  #beginEffects(): void {
    if (this.#isPaused) return;
    for (const effect of this.#queue.splice(0, inFlightMax - this.#inFlight.size)) {
      const carried = this.#execution.carryOut(this.#run, effect, this.#signal);
      const finished = carried.then(
        (result) => ({ effect, result }),
        (error: unknown) => ({ effect, result: this.#givenUp(effect, error) }),
      );
      // `run` receives the failure from its race.
      finished.catch(() => undefined);
      this.#inFlight.set(effect.entry.key, finished);
    }
  }

  /**
   * Returns the failure of a step with too many attempts. Otherwise rethrows the error, which releases the run for a
   * while.
   */
  #givenUp({ entry }: Effect, error: unknown): EffectResult {
    if (this.#signal.aborted || entry.attempts < attemptsMax) throw error;
    return { kind: 'failed', error: `it could not be carried out: ${toError(error).message}` };
  }

  async #readAgain(): Promise<boolean> {
    const read = await this.#execution.readAgain(this.#run);
    if (!read) return false;
    this.#run.wakes = read.wakes;
    this.#state = new RunState(this.#run.facts, read.journal);
    return true;
  }
}

/** Returns the last of the entries with each key. */
function distinct(entries: JournalEntry[]): JournalEntry[] {
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}
