import { timeOfId } from '../kernel/index.ts';
import type { Database, Queryable, Transaction } from './database.ts';
import { readStatement, statement } from './statement.ts';

/** A partition, with the keys of its rows: at least `from`, below `to`. Null: no bound. */
export interface Partition {
  name: string;
  from: string | null;
  to: string | null;
  /** About how many rows it has, as autovacuum counted last. */
  rows: number;
  isEmpty: boolean;
}

const bound = (word: string) =>
  String.raw`substring(pg_get_expr(c.relpartbound, c.oid) from '${word} \(''([^'']+)''\)')`;
const list = readStatement(
  'partitions.list',
  `select c.relname as name, ${bound('FROM')} as "from", ${bound('TO')} as "to", greatest(c.reltuples, 0)::float8 as rows,
     pg_relation_size(c.oid) = 0 as "isEmpty"
   from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass('public.' || $1)
   order by substring(c.relname from '\\d+$')::integer`,
);
const split = statement('partitions.split', 'select split_partition($1, $2)');
const drop = statement('partitions.drop', 'select drop_partitions($1)');
// The duties of several processes must not look through the same partition.
const begin = statement('partitions.begin', 'select pg_try_advisory_xact_lock(7305482032) as "isFree"');

/** Returns the partitions of a table in the order of their keys. The last one is empty and has no end. */
export function partitionsOf(db: Queryable, table: string): Promise<Partition[]> {
  return db.query<Partition>(list, [table]);
}

/** A partitioned table, and whether it has an empty partition for rows to come. */
export interface PartitionedTable {
  table: string;
  partitions: number;
  hasOneAhead: boolean;
}

const ahead = readStatement(
  'partitions.ahead',
  `select p.relname as table, count(*)::int as partitions,
     bool_or(pg_get_expr(c.relpartbound, c.oid) like '% TO (MAXVALUE)' and pg_relation_size(c.oid) = 0) as "hasOneAhead"
   from pg_class p join pg_inherits i on i.inhparent = p.oid join pg_class c on c.oid = i.inhrelid
   where p.relkind = 'p' and p.relnamespace = 'public'::regnamespace group by p.relname order by p.relname`,
);

export function partitionedTables(db: Queryable): Promise<PartitionedTable[]> {
  return db.query<PartitionedTable>(ahead);
}

/** A table that a migration began to convert to partitions, and that refuses rows beyond a bound until it is finished. */
interface UnfinishedConversion {
  table: string;
  /** The time (RFC 3339) that its bound stands for, or the bound itself. */
  refusesFrom: string;
}

const unfinished = readStatement(
  'partitions.unfinished',
  `select c.relname as table, substring(pg_get_constraintdef(k.oid) from '''([^'']+)''') as bound
   from pg_constraint k join pg_class c on c.oid = k.conrelid
   where k.conname = c.relname || '_below' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
   order by c.relname`,
);

/** Returns the tables whose conversion by `bound_table` and `partition_table` is not finished. */
export async function unfinishedConversions(db: Queryable): Promise<UnfinishedConversion[]> {
  const rows = await db.query<{ table: string; bound: string }>(unfinished);
  return rows.map(({ table, bound }) => {
    const isId = /^[a-z]+_[0-9a-hjkmnp-tv-z]{10}$/.test(bound);
    return { table, refusesFrom: isId ? new Date(timeOfId(bound)).toISOString() : bound };
  });
}

/** Ends the last partition of a table at `at`, and begins another one there. */
export async function splitPartition(db: Queryable, table: string, at: string): Promise<void> {
  await db.query(split, [table, at]);
}

/** Returns the partitions that can be dropped: empty ones stay, as long as there are not two in a row. */
export function droppable(partitions: readonly Partition[]): (Partition & { to: string })[] {
  return partitions.flatMap((each, place) => {
    const { to, isEmpty } = each;
    return to === null || (isEmpty && !partitions[place - 1]?.isEmpty) ? [] : [{ ...each, to }];
  });
}

/** Drops partitions with all their rows. Empty ones of the same names take their places. */
export async function dropPartitions(tx: Queryable, names: readonly string[]): Promise<void> {
  await tx.query(drop, [names]);
}

/**
 * Runs work that may read a whole partition, in a transaction without a time limit for statements. Does nothing and
 * returns null while another process does such work.
 */
export function withPartitions<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result | null> {
  const alone = async (tx: Transaction) => {
    const [row] = await tx.query<{ isFree: boolean }>(begin);
    return row?.isFree ? work(tx) : null;
  };
  return db.transaction(alone, { mayTakeLong: true });
}
