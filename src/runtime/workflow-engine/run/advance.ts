import {
  ExpressionError,
  fillValue,
  itemsGoneThrough,
  type Step,
  type StepOf,
  sharingItems,
  type WorkflowDefinition,
} from '../../../domains/workflow-definition/index.ts';
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
import { wordsOf } from './words-of.ts';

/** How a run ended. */
export interface Outcome {
  status: 'completed' | 'failed';
  output: unknown;
  reason: string | null;
  /** The key of the step that made it fail. */
  failedStep?: string;
}

/** Something to be carried out for a step, once the entry is written down. */
export interface Effect {
  entry: JournalEntry;
  step: EffectStep;
}

/** What follows from a run's journal at a moment. */
export interface Advance {
  /** Entries to be written down before anything else happens, in the order in which they began. */
  changed: JournalEntry[];
  effects: Effect[];
  /** When it has to be looked at again, if nothing happens before; null: only something that happens wakes it. */
  wakeAtMs: number | null;
  /** There is more to do at once: this much was enough for one writing. */
  hasMore: boolean;
  outcome: Outcome | null;
}

/** Entries of one writing. */
const changedMax = 200;
/** What the expressions of one walk go through before another step begins; one step by itself may go through more. */
const itemsMax = 10_000;

/** What a walk through a list came to: all of it is over, or something of it is not. */
type Progress = 'done' | 'open';

/** Where a walk is: the iterations of the loops around, and their variables. */
interface Place {
  iterations: readonly number[];
  loops: Readonly<Record<string, unknown>>;
}

/**
 * Decides what is next in a run: every step that is ready begins, what touches nothing but the run is over at once, and
 * what else begins is handed back to be carried out. The state is changed to what it is when all that is handed
 * back is written down. `inFlight`: keys of what is being carried out; what is `running` otherwise was in flight when a
 * process died, and is carried out again.
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

  list(steps: readonly Step[], place: Place): Progress {
    for (const step of steps) {
      if (this.#isOver() || this.#step(step, place) === 'open') return 'open';
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

  /** Whether this walk goes no further. */
  #isOver(): boolean {
    return this.#outcome !== null || this.#isEnough();
  }

  /** Whether so much has been done in this walk that others are to have their turn. */
  #isEnough(): boolean {
    if (this.#changed.size === 0) return false;
    return this.#changed.size >= changedMax || itemsGoneThrough() - this.#itemsBefore >= itemsMax;
  }

  #step(step: Step, place: Place): Progress {
    const key = keyOf(step.id, place.iterations);
    const entry = this.#state.entries.get(key) ?? this.#begin(step, key, place);
    if (this.#outcome) return 'open';
    if (entry.status === 'failed') return this.#failed(step, entry);
    if (entry.status === 'waiting') return this.#waiting(step, entry);
    if (entry.status === 'running') return this.#running(step, entry, place);
    return this.#within(step, entry, place);
  }

  #begin(step: Step, key: string, place: Place): JournalEntry {
    let entry = newEntry(step, key, this.#state.nextPosition, this.#nowMs);
    if (entry.position >= entriesMax) {
      this.#end(failure(`The run has taken ${entriesMax} steps, and there is no more of it.`));
      return entry;
    }
    try {
      const scope = this.#state.scope(place.iterations, place.loops, this.#nowMs);
      Object.assign(
        entry,
        sharingItems(() => begin(step, scope, this.#nowMs)),
      );
      this.#state.put(entry);
      this.#checkSize(key);
    } catch (error) {
      const nothing = { input: null, output: null, wakeAtMs: null, wakeKey: null };
      entry = { ...entry, ...nothing, status: 'failed', error: wordsOf(error) };
    }
    if (entry.status === 'completed' || entry.status === 'failed') entry.endedAtMs = this.#nowMs;
    this.#put(entry);
    if (entry.status === 'running' && isEffect(step)) this.#effects.push({ entry, step });
    if (step.type === 'end' && entry.status === 'completed') {
      const { status, reason } = entry.input as Pick<Outcome, 'status' | 'reason'>;
      this.#end({ status, reason: reason === '' ? null : reason, output: entry.output });
    }
    if (this.#state.size > journalCharactersMax) {
      this.#end(failure(`The steps of the run record more than ${journalCharactersMax} characters.`));
    }
    return entry;
  }

  /** A failed step fails the run, unless it is told to go on. */
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
    const error = 'what it waited for did not come in time';
    const late: JournalEntry = { ...entry, status: 'failed', error, wakeAtMs: null, wakeKey: null };
    this.#put({ ...late, endedAtMs: this.#nowMs });
    return this.#failed(step, this.#state.entries.get(entry.key)!);
  }

  #running(step: Step, entry: JournalEntry, place: Place): Progress {
    if (!isEffect(step)) return this.#within(step, entry, place);
    const isNew = this.#effects.some((effect) => effect.entry === entry);
    if (!isNew && !this.#inFlight.has(entry.key)) {
      if (entry.attempts >= attemptsMax) {
        const error = `it was begun ${entry.attempts} times and interrupted each time`;
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

  /** The steps that stand in a step. */
  #within(step: Step, entry: JournalEntry, place: Place): Progress {
    switch (step.type) {
      case 'condition':
        return this.list(step[(entry.output as { branch: 'then' | 'else' }).branch], place);
      case 'split': {
        const { case: index } = entry.output as { case: number | null };
        return this.list(index === null ? step.default : (step.cases[index]?.steps ?? []), place);
      }
      case 'parallel': {
        if (entry.status === 'completed') return 'done';
        // Every branch goes as far as it can.
        const all = step.branches.map((branch) => this.list(branch, place));
        return all.every((one) => one === 'done') ? this.#complete(entry) : 'open';
      }
      case 'loop':
        return entry.status === 'completed' ? 'done' : this.#loop(step, entry, place);
      default:
        return 'done';
    }
  }

  #loop(step: StepOf<'loop'>, entry: JournalEntry, place: Place): Progress {
    const { items } = entry.input as { items: unknown[] };
    let at = entry;
    for (;;) {
      const { iterations: index, items: collected } = at.output as { iterations: number; items?: unknown[] };
      if (index >= items.length) return this.#complete(at);
      const loops = { ...place.loops, [step.as]: items[index] ?? null, [`${step.as}Index`]: index };
      const inside = { iterations: [...place.iterations, index], loops };
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
        const failed = { status: 'failed', output: null, error: `collect: ${wordsOf(error)}` } as const;
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

  /** What is not over when the run is, never will be; what it waited for stays on record, in case the run goes on again. */
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
