import { Batcher, type Database } from '../../platform/db/index.ts';
import type { Outcome } from './run/advance.ts';
import type { JournalEntry } from './run/journal.ts';
import { advanceRuns, type Claimed, type Verdict } from './store.ts';

/** One write of a run's journal. */
export interface Writing {
  run: Claimed;
  changed: readonly JournalEntry[];
  /** The run has ended. */
  outcome: Outcome | null;
  /** The run waits and is released, until a time or until an event (null). */
  release: { untilMs: number | null } | null;
}

const itemsMax = 100;
/** Maximum characters of a write that shares a statement. A longer write has a statement of its own. */
const sharedCharactersMax = 65_536;

/** Writes journals of runs. Simultaneous writes share a statement. */
export class JournalWriter {
  readonly #db: Database;
  readonly #nodeId: string;
  readonly #batcher: Batcher<string, Verdict | 'alone'>;

  constructor(db: Database, nodeId: string) {
    this.#db = db;
    this.#nodeId = nodeId;
    this.#batcher = new Batcher({ run: (items) => this.#shared(items), itemsMax, batchesMax: 2 });
  }

  async write(writing: Writing): Promise<Verdict> {
    const text = textOf(writing);
    const verdict = text.length > sharedCharactersMax ? 'alone' : await this.#batcher.add(text);
    return verdict === 'alone' ? (await this.#run([text]))[0]! : verdict;
  }

  /**
   * Writes several items in one statement. When the database rejects the data of one, `write` writes each item alone.
   */
  async #shared(items: readonly string[]): Promise<(Verdict | 'alone')[]> {
    try {
      return await this.#run(items);
    } catch (error) {
      if (!isAboutData(error)) throw error;
      return items.map(() => 'alone');
    }
  }

  async #run(items: readonly string[]): Promise<Verdict[]> {
    return advanceRuns(this.#db, this.#nodeId, items);
  }
}

/** Returns whether the database rejects the data and would do so again (SQLSTATE class 22, data exceptions). */
export function isAboutData(error: unknown): error is Error {
  return error instanceof Error && /^22/.test(String((error as { code?: unknown }).code));
}

function textOf({ run, changed, outcome, release }: Writing): string {
  const { organizationId, facts, claim, wakes } = run;
  return JSON.stringify({
    organizationId,
    runId: facts.runId,
    claim,
    wakes,
    steps: changed.map(rowOf),
    ...(outcome && { done: outcome }),
    ...(release && { readyAt: release.untilMs === null ? 'infinity' : timeOf(release.untilMs) }),
  });
}

function rowOf(entry: JournalEntry): object {
  const { key, stepId, type, status, position, attempts, input, output, error, wakeKey } = entry;
  return {
    key,
    stepId,
    type,
    status,
    position,
    attempts,
    input,
    output,
    error,
    wakeKey,
    wakeAt: entry.wakeAtMs === null ? null : timeOf(entry.wakeAtMs),
    startedAt: timeOf(entry.startedAtMs),
    endedAt: entry.endedAtMs === null ? null : timeOf(entry.endedAtMs),
  };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
