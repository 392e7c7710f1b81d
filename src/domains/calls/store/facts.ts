import {
  type Database,
  firstRow,
  type Queryable,
  readStatement,
  statement,
} from '../../../platform/db/index.ts';

const slice = 200;
const slicesMax = 20;

const take = statement(
  'calls.facts_to_write',
  `select organization_id as "organizationId", below from call_facts_to_write
   where organization_id > $1 order by organization_id limit 1 for update skip locked`,
);
// The lock keeps a call from being deleted before its row can be seen. A row that a trigger wrote meanwhile is newer. Rows
// from before the column `has_conversation` are written again.
const write = statement(
  'calls.write_facts',
  `with c as materialized (
     select organization_id, call_id from calls
     where organization_id = $1 and call_id < $2 and status in ('ended', 'canceled')
     order by call_id desc limit ${slice} for key share),
   written as (
     insert into call_facts select f.* from c
       join calls r on r.organization_id = c.organization_id and r.call_id = c.call_id
       cross join lateral call_facts_of(r) f
     on conflict (organization_id, call_id) do update set ended_at = excluded.ended_at,
       has_conversation = excluded.has_conversation, response_ms = excluded.response_ms, terms = excluded.terms
       where call_facts.has_conversation is null)
   select min(call_id) as last, count(*)::int as calls from c`,
);
const advance = statement(
  'calls.facts_written',
  'update call_facts_to_write set below = $2 where organization_id = $1',
);
const finish = statement(
  'calls.facts_finished',
  'delete from call_facts_to_write where organization_id = $1',
);

const unwritten = readStatement(
  'calls.facts_unwritten',
  'select 1 from call_facts_to_write where organization_id = $1',
);

/** Returns whether all calls that are over have their row, also those from before the table. */
export async function areCallFactsWritten(db: Queryable, organizationId: string): Promise<boolean> {
  return (await db.query(unwritten, [organizationId])).length === 0;
}

/**
 * Writes the rows of `call_facts` for calls that ended before there was such a table, newest first, some thousand at a
 * time. Several processes share the organizations. Returns how many calls it looked at. An organization that fails does
 * not delay those after it. The last failure is thrown at the end.
 */
export async function writeCallFacts(db: Database): Promise<number> {
  let count = 0;
  let failed: SliceFailure | null = null;
  for (let n = 0; n < slicesMax; n++) {
    try {
      const calls = await writeSlice(db, failed?.organizationId ?? '');
      if (calls === null) break;
      count += calls;
    } catch (error) {
      if (!(error instanceof SliceFailure)) throw error;
      failed = error;
    }
  }
  if (failed) throw failed;
  return count;
}

class SliceFailure extends Error {
  readonly organizationId: string;

  constructor(organizationId: string, cause: unknown) {
    super(`cannot write the facts of calls of ${organizationId}`, { cause });
    this.organizationId = organizationId;
  }
}

/**
 * Writes a slice of the first organization after `after`. Returns null when no organization is left, or other processes
 * have them.
 */
async function writeSlice(db: Database, after: string): Promise<number | null> {
  let taken: string | null = null;
  return db
    .transaction(async (tx) => {
      const next = await firstRow<{ organizationId: string; below: string }>(tx, take, [after]);
      if (!next) return null;
      taken = next.organizationId;
      const [written] = await tx.query<{ last: string | null; calls: number }>(write, [
        next.organizationId,
        next.below,
      ]);
      if (written!.calls < slice) await tx.query(finish, [next.organizationId]);
      else await tx.query(advance, [next.organizationId, written!.last]);
      return written!.calls;
    })
    .catch((error: unknown) => {
      throw taken === null ? error : new SliceFailure(taken, error);
    });
}
