import type { Scope } from '../../../platform/expressions/index.ts';
import { iterationsOf, type JournalEntry, jsonOf } from './journal.ts';

/** The facts of a run that never change. */
export interface RunFacts {
  runId: string;
  workflowId: string;
  version: number;
  input: Record<string, unknown>;
  createdAt: string;
}

/** The fields of a step that expressions can read. */
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

/**
 * The progress of a run: its journal, and the values that expressions read from it. It changes as the run advances.
 */
export class RunState {
  readonly facts: RunFacts;
  readonly entries = new Map<string, JournalEntry>();
  readonly vars: Record<string, unknown> = {};
  #size = 0;
  #position = 0;
  readonly #sizes = new Map<string, Sizes>();
  /** The steps of each iteration, which inherit those of the enclosing ones. */
  readonly #views = new Map<string, StepViews>([['', Object.create(null) as StepViews]]);
  readonly #run: object;

  /** `journal` is in the order in which the steps began. */
  constructor(facts: RunFacts, journal: readonly JournalEntry[]) {
    this.facts = facts;
    const { runId, workflowId, version, createdAt } = facts;
    this.#run = { id: runId, workflowId, version, startedAt: createdAt };
    for (const entry of journal) this.put(entry);
  }

  /** The position of the next step to begin. */
  get nextPosition(): number {
    return this.#position;
  }

  /** The size of the journal in characters. */
  get size(): number {
    return this.#size;
  }

  /** Returns the JSON lengths of an entry's input and output. */
  sizesOf(key: string): Sizes {
    return this.#sizes.get(key) ?? { input: 0, output: 0 };
  }

  /** Adds a new or changed entry. */
  put(entry: JournalEntry): void {
    this.#measure(entry);
    this.entries.set(entry.key, entry);
    this.#position = Math.max(this.#position, entry.position + 1);
    if (entry.status !== 'completed' && entry.status !== 'failed') return;
    const { output, status, error } = entry;
    this.#viewsOf(iterationsOf(entry.key))[entry.stepId] = { output, status, error };
    if (entry.type === 'set' && status === 'completed') Object.assign(this.vars, output);
  }

  /** Returns the values that expressions see in the iterations, including the variables of enclosing loops. */
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

  /** Updates the sizes of changed values, and replaces text that cannot be stored. */
  #measure(entry: JournalEntry): void {
    const { key } = entry;
    const before = this.entries.get(key);
    const known = this.sizesOf(key);
    const sizes = { ...known };
    for (const field of ['input', 'output'] as const) {
      if (before && before[field] === entry[field]) continue;
      const json = jsonOf(entry[field]);
      if (mayBeUnstorable(json)) entry[field] = storable(entry[field]);
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

/** Matches JSON escapes that PostgreSQL text cannot hold: NUL and lone surrogates. */
const maybeUnstorable = /\\u(?:0000|d[89a-f])/i;

/** Returns whether the value of this JSON may contain text that cannot be stored. */
function mayBeUnstorable(json: string): boolean {
  return maybeUnstorable.test(json);
}

/** Replaces characters that cannot be stored by U+FFFD. */
function storableText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** Makes all texts and names of a JSON value storable. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storableText(name), storable(inner)]),
  );
}
