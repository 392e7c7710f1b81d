import type { Scope } from '../../../domains/workflow-definition/index.ts';
import { iterationsOf, type JournalEntry, jsonOf } from './journal.ts';
import { isMaybeStrange, storable, storableText } from './storable.ts';

/** What of a run never changes. */
export interface RunFacts {
  runId: string;
  workflowId: string;
  version: number;
  input: Record<string, unknown>;
  createdAt: string;
}

/** What expressions see of a step. */
interface StepView {
  output: unknown;
  status: string;
  error: string | null;
}
interface Sizes {
  input: number;
  output: number;
}
type StepViews = Record<string, StepView>;

/** How far a run has come: its journal, and what follows from it. It is changed as the run goes on. */
export class RunState {
  readonly facts: RunFacts;
  readonly entries = new Map<string, JournalEntry>();
  readonly vars: Record<string, unknown> = {};
  #size = 0;
  #position = 0;
  readonly #sizes = new Map<string, Sizes>();
  /** The steps of each iteration; those around it are inherited. */
  readonly #views = new Map<string, StepViews>([['', Object.create(null) as StepViews]]);
  readonly #run: object;

  /** `journal`: in the order in which the steps began. */
  constructor(facts: RunFacts, journal: readonly JournalEntry[]) {
    this.facts = facts;
    const { runId, workflowId, version, createdAt } = facts;
    this.#run = { id: runId, workflowId, version, startedAt: createdAt };
    for (const entry of journal) this.put(entry);
  }

  /** Where the next step to begin stands in their order. */
  get nextPosition(): number {
    return this.#position;
  }

  /** Characters of the journal. */
  get size(): number {
    return this.#size;
  }

  /** Characters that an entry's input and output have as JSON. */
  sizesOf(key: string): Sizes {
    return this.#sizes.get(key) ?? { input: 0, output: 0 };
  }

  /** Takes an entry in, a new one or one that has changed. */
  put(entry: JournalEntry): void {
    this.#measure(entry);
    this.entries.set(entry.key, entry);
    this.#position = Math.max(this.#position, entry.position + 1);
    if (entry.status !== 'completed' && entry.status !== 'failed') return;
    const { output, status, error } = entry;
    this.#viewsOf(iterationsOf(entry.key))[entry.stepId] = { output, status, error };
    if (entry.type === 'set' && status === 'completed') Object.assign(this.vars, output);
  }

  /** What expressions see in the iterations, with the variables of the loops around. */
  scope(iterations: readonly number[], loops: Readonly<Record<string, unknown>>, nowMs: number): Scope {
    return {
      ...loops,
      input: this.facts.input,
      steps: this.#viewsOf(iterations),
      vars: this.vars,
      run: this.#run,
      now: new Date(nowMs),
    };
  }

  /** What has not changed is not measured again; what cannot be stored is changed to what can. */
  #measure(entry: JournalEntry): void {
    const { key } = entry;
    const before = this.entries.get(key);
    const known = this.sizesOf(key);
    const sizes = { ...known };
    for (const field of ['input', 'output'] as const) {
      if (before && before[field] === entry[field]) continue;
      const json = jsonOf(entry[field]);
      if (isMaybeStrange(json)) entry[field] = storable(entry[field]);
      sizes[field] = json.length;
    }
    if (entry.error !== null) entry.error = storableText(entry.error);
    if (entry.wakeKey !== null) entry.wakeKey = storableText(entry.wakeKey);
    this.#size += sizes.input + sizes.output - known.input - known.output;
    this.#sizes.set(key, sizes);
  }

  #viewsOf(iterations: readonly number[]): StepViews {
    const key = iterations.join('.');
    const known = this.#views.get(key);
    if (known) return known;
    const views = Object.create(this.#viewsOf(iterations.slice(0, -1))) as StepViews;
    this.#views.set(key, views);
    return views;
  }
}
