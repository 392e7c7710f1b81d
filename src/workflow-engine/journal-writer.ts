import { Batcher, type Database, statement } from '../db/index.ts';
import type { Claimed } from './claims.ts';
import type { Outcome } from './run/advance.ts';
import type { JournalEntry } from './run/journal.ts';

/** What is written down of a run at once. */
export interface Writing {
  run: Claimed;
  changed: readonly JournalEntry[];
  /** The run is over. */
  outcome: Outcome | null;
  /** The run waits, and is let go of: until a time, or until something happens (null). */
  release: { untilMs: number | null } | null;
}

/**
 * `lost`: the run is another's or over; `woken`: something happened that was not known, nothing was written;
 * `paused`: written, and nothing new is to begin.
 */
export type Verdict = 'ok' | 'lost' | 'woken' | 'paused';

const advance = statement(
  'workflow_engine.advance',
  'select verdict from workflow_advance($1, $2) as verdict',
);

const itemsMax = 100;
/** Characters of what shares a statement with others; what is longer has one of its own. */
const sharedCharactersMax = 65_536;

/** Writes the journals of runs; what many runs have to write at once goes in one statement. */
export class JournalWriter {
  readonly #run: (items: readonly string[]) => Promise<Verdict[]>;
  readonly #batcher: Batcher<string, Verdict>;

  constructor(db: Database, nodeId: string) {
    this.#run = async (items) => {
      const rows = await db.query<{ verdict: Verdict }>(advance, [nodeId, `[${items.join(',')}]`]);
      return rows.map(({ verdict }) => verdict);
    };
    this.#batcher = new Batcher({ run: this.#run, itemsMax, batchesMax: 2 });
  }

  async write(writing: Writing): Promise<Verdict> {
    const text = textOf(writing);
    return text.length > sharedCharactersMax ? (await this.#run([text]))[0]! : this.#batcher.add(text);
  }
}

function textOf({ run, changed, outcome, release }: Writing): string {
  const { organizationId, facts, claim, wakes } = run;
  return JSON.stringify({
    ...{ organizationId, runId: facts.runId, claim, wakes },
    steps: changed.map(rowOf),
    ...(outcome && { done: outcome }),
    ...(release && { readyAt: release.untilMs === null ? 'infinity' : timeOf(release.untilMs) }),
  });
}

function rowOf(entry: JournalEntry): object {
  const { key, stepId, type, status, position, attempts, input, output, error, wakeKey } = entry;
  return {
    ...{ key, stepId, type, status, position, attempts, input, output, error, wakeKey },
    wakeAt: entry.wakeAtMs === null ? null : timeOf(entry.wakeAtMs),
    startedAt: timeOf(entry.startedAtMs),
    endedAt: entry.endedAtMs === null ? null : timeOf(entry.endedAtMs),
  };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
