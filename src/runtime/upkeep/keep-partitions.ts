import { callTablesByTime } from '../../domains/calls/index.ts';
import { nextTransaction } from '../../domains/events/index.ts';
import { runTablesByTime } from '../../domains/workflows/index.ts';
import { timeOfBound } from '../../platform/audit/index.ts';
import {
  type Database,
  type Partition,
  partitionsOf,
  splitPartition,
  unfinishedConversions,
  withPartitions,
} from '../../platform/db/index.ts';
import { idBound, type Log, monotonicMs, timeOfId } from '../../platform/kernel/index.ts';

const dayMs = 86_400_000;

/** How the partitions of a group of tables are made. A key is counted in steps: milliseconds, or transactions. */
export interface PartitionPlan {
  /** The rows that a partition should have. Fewer and larger ones are faster to plan, and slower to drop. */
  rows: number;
  /** The least and the most steps of a partition, and those of one whose density is unknown. */
  least: number;
  most: number;
  first: number;
}

/** The bounds of a partition in steps; null: none. */
export interface Span {
  from: number | null;
  to: number | null;
  rows: number;
}

/**
 * Returns where the last partition, which has no end, is to be ended; null when it need not be yet. A table has one
 * partition ahead as soon as the present one is half over. Its length follows from how dense the rows are at present. An
 * open partition that is already in use ends in the future.
 */
export function nextBound(partitions: readonly Span[], now: number, plan: PartitionPlan): number | null {
  const open = partitions.at(-1);
  const last = partitions.at(-2);
  if (!open || open.to !== null || open.from === null) return null;
  const isInUse = open.from <= now;
  const present = isInUse ? open : last;
  const isPresent = isInUse || (last !== undefined && (last.from ?? Number.NEGATIVE_INFINITY) <= now);
  if (!present || !isPresent) return null;
  const isHalfOver = present.from === null || isInUse || now >= (present.from + open.from) / 2;
  if (!isHalfOver) return null;
  return Math.ceil(Math.max(open.from, now) + stepsOf(present, now, plan));
}

function stepsOf(
  { from, rows }: Span,
  now: number,
  { rows: wanted, least, most, first }: PartitionPlan,
): number {
  if (from === null || now - from < least) return first;
  return Math.min(Math.max((wanted * (now - from)) / Math.max(rows, 1), least), most);
}

/** Some 10 million rows, in a day to a year. */
const planOfTime: PartitionPlan = { rows: 10_000_000, least: dayMs, most: 365 * dayMs, first: 31 * dayMs };
const nextDay = (atMs: number) => Math.ceil(atMs / dayMs) * dayMs;

/** Some 4 million runs, each of which has several steps. */
const planOfRuns: PartitionPlan = { ...planOfTime, rows: 4_000_000 };

/** Some 20 million events, which are small. */
const planOfEvents: PartitionPlan = { rows: 20_000_000, least: 1e6, most: 1e10, first: 1e9 };

/** Tables with the same bounds. The first one decides. */
interface Group {
  tables: readonly string[];
  plan: PartitionPlan;
  now: (db: Database) => Promise<number>;
  /** Converts between a bound and its steps. */
  toSteps: (bound: string) => number;
  toBound: (steps: number) => string;
}

export const partitionGroups: readonly Group[] = [
  {
    tables: callTablesByTime,
    plan: planOfTime,
    now: async () => Date.now(),
    toSteps: timeOfId,
    toBound: (atMs) => idBound('call', nextDay(atMs)),
  },
  {
    tables: runTablesByTime,
    plan: planOfRuns,
    now: async () => Date.now(),
    toSteps: timeOfId,
    toBound: (atMs) => idBound('run', nextDay(atMs)),
  },
  {
    tables: ['audit_logs'],
    plan: planOfTime,
    now: async () => Date.now(),
    toSteps: timeOfBound,
    toBound: (atMs) => new Date(nextDay(atMs)).toISOString(),
  },
  {
    tables: ['events'],
    plan: planOfEvents,
    now: nextTransaction,
    toSteps: Number,
    toBound: String,
  },
];

const pauseMs = 60_000;
const pauseMaxMs = 3_600_000;

/**
 * The tables whose split failed, and when each may be tried again. Statements of a table wait for up to 0.5 s while a split
 * waits for its lock, so the pauses grow from two minutes to an hour.
 */
export class SplitPauses {
  readonly #failed = new Map<string, { failures: number; endsAtMs: number }>();

  mayTry(table: string, nowMs: number): boolean {
    return nowMs >= (this.#failed.get(table)?.endsAtMs ?? nowMs);
  }

  succeeded(table: string): void {
    this.#failed.delete(table);
  }

  /** Returns the minutes of the pause. */
  failed(table: string, nowMs: number): number {
    const failures = (this.#failed.get(table)?.failures ?? 0) + 1;
    const lengthMs = Math.min(pauseMs * 2 ** failures, pauseMaxMs);
    this.#failed.set(table, { failures, endsAtMs: nowMs + lengthMs });
    return lengthMs / 60_000;
  }
}

/** A run over all tables. */
interface Run {
  db: Database;
  log: Log;
  pauses: SplitPauses;
  nowMs: number;
}

/**
 * Makes partitions ahead. Several processes may do it at the same time. Returns how many it made. A table that is busy
 * is left to a later time, which `pauses` remembers.
 */
export async function keepPartitions(
  db: Database,
  log: Log,
  pauses = new SplitPauses(),
  nowMs = monotonicMs(),
): Promise<number> {
  let count = 0;
  for (const group of partitionGroups) count += await keepGroup({ db, log, pauses, nowMs }, group);
  return count;
}

async function keepGroup(run: Run, group: Group): Promise<number> {
  const { db } = run;
  const [first, ...others] = group.tables;
  let count = 0;
  const spans = (await partitionsOf(db, first!)).map((each) => spanOf(group, each));
  const next = nextBound(spans, await group.now(db), group.plan);
  if (next !== null) count += await split(run, group, first!, group.toBound(next));
  const bounds = (await partitionsOf(db, first!)).flatMap(({ to }) => to ?? []);
  for (const table of others) {
    for (const bound of bounds) count += await split(run, group, table, bound);
  }
  return count;
}

function spanOf({ toSteps }: Group, { from, to, rows }: Partition): Span {
  return { from: from === null ? null : toSteps(from), to: to === null ? null : toSteps(to), rows };
}

/** Returns 1 when it split the table. Each table is split by a transaction of its own, which locks nothing else. */
async function split(run: Run, { toSteps }: Group, table: string, bound: string): Promise<number> {
  const { db, log, pauses, nowMs } = run;
  if (!pauses.mayTry(table, nowMs)) return 0;
  try {
    const isSplit = await withPartitions(db, async (tx) => {
      const from = (await partitionsOf(tx, table)).at(-1)?.from;
      if (from == null || toSteps(from) >= toSteps(bound)) return false;
      await splitPartition(tx, table, bound);
      return true;
    });
    if (!isSplit) return 0;
  } catch (error) {
    const minutes = pauses.failed(table, nowMs);
    log.warn({ err: error, table }, `could not make a partition ahead; trying again in ${minutes} minutes`);
    return 0;
  }
  pauses.succeeded(table);
  log.info({ table, from: bound }, 'made a partition ahead');
  return 1;
}

/** Logs the tables whose conversion to partitions is not finished. Call it about once a day. */
export async function reportConversions(db: Database, log: Log): Promise<number> {
  const tables = await unfinishedConversions(db);
  for (const unfinished of tables)
    log.error(
      unfinished,
      'the conversion of a table is not finished, and it will refuse rows; start the newest version to finish it',
    );
  return tables.length;
}
