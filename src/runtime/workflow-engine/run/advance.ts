import {
  fillValue,
  type Step,
  type StepOf,
  type WorkflowDefinition,
} from '../../../domains/workflow-definition/index.ts';
import { ExpressionError, itemsGoneThrough, sharingItems } from '../../../platform/expressions/index.ts';
import { begin, type EffectStep, isEffect } from './begin.ts';
import {
  attemptsMax,
  entriesMax,
  type JournalEntry,
  journalCharactersMax,
  keyOf,
  valueCharactersMax,
} from './journal.ts';
import { newEntry } from './new-entry.ts';
import type { RunState } from './run-state.ts';
import { messageOf } from './settle.ts';

/** The end of a run. */
export interface Outcome {
  status: 'completed' | 'failed';
  output: unknown;
  reason: string | null;
  /** The key of the step that made it fail. */
  failedStep?: string;
}

/** A step's effect, to be carried out once the entry is recorded. */
export interface Effect {
  entry: JournalEntry;
  step: EffectStep;
}

/** The consequences of a run's journal at a moment. */
export interface Advance {
  /** Entries to record before anything else happens, in the order they began. */
  changed: JournalEntry[];
  effects: Effect[];
  /** The time of the next decision if no event comes before it; null when only an event wakes the run. */
  wakeAtMs: number | null;
  /** Whether more steps can begin at once, after this write. */
  hasMore: boolean;
  outcome: Outcome | null;
}

/** Maximum entries per write. */
const changedMax = 200;
/** Maximum expression work of one walk before it stops. A single step may exceed it. */
const itemsMax = 10_000;

/** The result of walking a list of steps. `done`: all have ended. `open`: some have not. */
type Progress = 'done' | 'open';

/** The loops that enclose a step: their iterations and their variables. */
interface LoopContext {
  iterations: readonly number[];
  loops: Readonly<Record<string, unknown>>;
}

/**
 * Decides the next steps of a run. Every ready step begins, internal steps end at once, and effects are returned to be
 * carried out. Changes `state` as if everything that it returns were recorded already. `inFlight` has the keys of effects
 * in progress. Other `running` steps were in flight when a process died, and are carried out again.
 */
export function advance(
  definition: WorkflowDefinition,
  state: RunState,
  nowMs: number,
  inFlight: ReadonlySet<string>,
): Advance {
  const walk = new Walk(state, nowMs, inFlight);
  const progress = walk.list(definition.steps, { iterations: [], loops: {} });
  return walk.finish(progress);
}

class Walk {
  readonly #state: RunState;
  readonly #nowMs: number;
  readonly #inFlight: ReadonlySet<string>;
  readonly #changed = new Map<string, JournalEntry>();
  readonly #effects: Effect[] = [];
  readonly #itemsBefore = itemsGoneThrough();
  #wakeAtMs: number | null = null;
  #outcome: Outcome | null = null;

  constructor(state: RunState, nowMs: number, inFlight: ReadonlySet<string>) {
    this.#state = state;
    this.#nowMs = nowMs;
    this.#inFlight = inFlight;
  }

  list(steps: readonly Step[], context: LoopContext): Progress {
    for (const step of steps) {
      if (this.#isOver() || this.#step(step, context) === 'open') return 'open';
    }
    return 'done';
  }

  finish(progress: Progress): Advance {
    if (progress === 'done' && !this.#outcome) this.#end({ status: 'completed', output: null, reason: null });
    if (this.#outcome) this.#cancelOpen();
    return {
      changed: [...this.#changed.values()].sort((a, b) => a.position - b.position),
      effects: this.#outcome ? [] : this.#effects,
      wakeAtMs: this.#wakeAtMs,
      hasMore: this.#outcome === null && this.#isEnough(),
      outcome: this.#outcome,
    };
  }

  /** Returns whether this walk stops. */
  #isOver(): boolean {
    return this.#outcome !== null || this.#isEnough();
  }

  /** Returns whether this walk has done enough to yield to others. */
  #isEnough(): boolean {
    if (this.#changed.size === 0) return false;
    return this.#changed.size >= changedMax || itemsGoneThrough() - this.#itemsBefore >= itemsMax;
  }

  #step(step: Step, context: LoopContext): Progress {
    const key = keyOf(step.id, context.iterations);
    const entry = this.#state.entries.get(key) ?? this.#begin(step, key, context);
    if (this.#outcome) return 'open';
    if (entry.status === 'failed') return this.#failed(step, entry);
    if (entry.status === 'waiting') return this.#waiting(step, entry);
    if (entry.status === 'running') return this.#running(step, entry, context);
    return this.#within(step, entry, context);
  }

  #begin(step: Step, key: string, context: LoopContext): JournalEntry {
    let entry = newEntry(step, key, this.#state.nextPosition, this.#nowMs);
    if (entry.position >= entriesMax) {
      this.#end(failure(`The run has reached the limit of ${entriesMax} steps.`));
      return entry;
    }
    try {
      const scope = this.#state.scope(context.iterations, context.loops, this.#nowMs);
      Object.assign(
        entry,
        sharingItems(() => begin(step, scope, this.#nowMs)),
      );
      this.#state.put(entry);
      this.#checkSize(key);
    } catch (error) {
      const nothing = { input: null, output: null, wakeAtMs: null, wakeKey: null };
      entry = { ...entry, ...nothing, status: 'failed', error: messageOf(error) };
    }
    if (entry.status === 'completed' || entry.status === 'failed') entry.endedAtMs = this.#nowMs;
    this.#put(entry);
    if (entry.status === 'running' && isEffect(step)) this.#effects.push({ entry, step });
    if (step.type === 'end' && entry.status === 'completed') {
      const { status, reason } = entry.input as Pick<Outcome, 'status' | 'reason'>;
      this.#end({ status, reason: reason === '' ? null : reason, output: entry.output });
    }
    if (this.#state.size > journalCharactersMax) {
      this.#end(failure(`The recorded steps of the run exceed ${journalCharactersMax} characters.`));
    }
    return entry;
  }

  /** A failed step fails the run unless its `onError` is to continue. */
  #failed(step: Step, entry: JournalEntry): Progress {
    if ('onError' in step && step.onError === 'continue') return 'done';
    this.#end({ ...failure(`Step ${entry.key} failed: ${entry.error}`), failedStep: entry.key });
    return 'open';
  }

  #waiting(step: Step, entry: JournalEntry): Progress {
    const { wakeAtMs } = entry;
    if (wakeAtMs === null || wakeAtMs > this.#nowMs) {
      if (wakeAtMs !== null) this.#wakeAtMs = Math.min(this.#wakeAtMs ?? wakeAtMs, wakeAtMs);
      return 'open';
    }
    if (step.type === 'delay') {
      this.#put({ ...entry, status: 'completed', wakeAtMs: null, endedAtMs: this.#nowMs });
      return 'done';
    }
    if (isEffect(step) && entry.wakeKey === null) {
      this.#carryOut(step, { ...entry, status: 'running', wakeAtMs: null, attempts: entry.attempts + 1 });
      return 'open';
    }
    const error = 'the event that it waited for did not arrive in time';
    const late: JournalEntry = { ...entry, status: 'failed', error, wakeAtMs: null, wakeKey: null };
    this.#put({ ...late, endedAtMs: this.#nowMs });
    return this.#failed(step, this.#state.entries.get(entry.key)!);
  }

  #running(step: Step, entry: JournalEntry, context: LoopContext): Progress {
    if (!isEffect(step)) return this.#within(step, entry, context);
    const isNew = this.#effects.some((effect) => effect.entry === entry);
    if (!isNew && !this.#inFlight.has(entry.key)) {
      if (entry.attempts >= attemptsMax) {
        const error = `it was started ${entry.attempts} times and interrupted each time`;
        this.#put({ ...entry, status: 'failed', error, endedAtMs: this.#nowMs });
        return this.#failed(step, this.#state.entries.get(entry.key)!);
      }
      this.#carryOut(step, { ...entry, attempts: entry.attempts + 1 });
    }
    return 'open';
  }

  #carryOut(step: EffectStep, entry: JournalEntry): void {
    this.#put(entry);
    this.#effects.push({ entry, step });
  }

  /** Walks the steps inside a step. */
  #within(step: Step, entry: JournalEntry, context: LoopContext): Progress {
    switch (step.type) {
      case 'condition':
        return this.list(step[(entry.output as { branch: 'then' | 'else' }).branch], context);
      case 'split': {
        const { case: index } = entry.output as { case: number | null };
        return this.list(index === null ? step.default : (step.cases[index]?.steps ?? []), context);
      }
      case 'parallel': {
        if (entry.status === 'completed') return 'done';
        // Every branch advances as far as possible.
        const all = step.branches.map((branch) => this.list(branch, context));
        return all.every((one) => one === 'done') ? this.#complete(entry) : 'open';
      }
      case 'loop':
        return entry.status === 'completed' ? 'done' : this.#loop(step, entry, context);
      default:
        return 'done';
    }
  }

  #loop(step: StepOf<'loop'>, entry: JournalEntry, context: LoopContext): Progress {
    const { items } = entry.input as { items: unknown[] };
    let at = entry;
    for (;;) {
      const { iterations: index, items: collected } = at.output as { iterations: number; items?: unknown[] };
      if (index >= items.length) return this.#complete(at);
      const loops = { ...context.loops, [step.as]: items[index] ?? null, [`${step.as}Index`]: index };
      const inside = { iterations: [...context.iterations, index], loops };
      if (this.list(step.steps, inside) === 'open') return 'open';
      try {
        const item =
          collected &&
          sharingItems(() =>
            fillValue(step.collect, this.#state.scope(inside.iterations, loops, this.#nowMs)),
          );
        const output = { iterations: index + 1, ...(collected && { items: [...collected, item] }) };
        at = { ...at, output };
        this.#put(at);
        this.#checkSize(at.key);
        if (this.#isOver()) return 'open';
      } catch (error) {
        const failed = { status: 'failed', output: null, error: `collect: ${messageOf(error)}` } as const;
        this.#put({ ...at, ...failed, endedAtMs: this.#nowMs });
        return this.#failed(step, this.#state.entries.get(at.key)!);
      }
    }
  }

  #complete(entry: JournalEntry): Progress {
    this.#put({ ...entry, status: 'completed', endedAtMs: this.#nowMs });
    return 'done';
  }

  #checkSize(key: string): void {
    const { input, output } = this.#state.sizesOf(key);
    if (Math.max(input, output) <= valueCharactersMax) return;
    const what = input > valueCharactersMax ? 'input' : 'output';
    throw new ExpressionError(`its ${what} has more than ${valueCharactersMax} characters as JSON`);
  }

  #put(entry: JournalEntry): void {
    this.#state.put(entry);
    this.#changed.set(entry.key, entry);
  }

  #end(outcome: Outcome): void {
    this.#outcome ??= outcome;
  }

  /** Cancels the open steps of an ended run. Their wake keys stay recorded, in case the run is retried. */
  #cancelOpen(): void {
    for (const entry of this.#state.entries.values()) {
      if (entry.status !== 'running' && entry.status !== 'waiting') continue;
      this.#put({ ...entry, status: 'canceled', endedAtMs: this.#nowMs });
    }
  }
}

function failure(reason: string): Outcome {
  return { status: 'failed', output: null, reason };
}
