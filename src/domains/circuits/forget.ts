import { type Database, statement } from '../../platform/db/index.ts';

const batchMax = 10_000;
// Longer than the longest window.
const outcomes = statement(
  'circuits.forget_outcomes',
  `delete from attempt_outcomes where ctid = any(array(
     select ctid from attempt_outcomes where at < (select dialer_now()) - interval '16 minutes' limit ${batchMax})) returning 1`,
);
const closed = statement(
  'circuits.forget_closed',
  `delete from circuits where ctid = any(array(
     select ctid from circuits c where state = 'closed' and coalesce(since, '-infinity') < (select dialer_now()) - interval '1 day'
       and not exists (select from attempt_outcomes o where o.organization_id = c.organization_id and o.kind = c.kind
         and o.subject_id = c.subject_id) limit ${batchMax})) returning 1`,
);

/** Deletes attempts that no circuit counts any more, a bounded number per statement. Returns how many. */
export async function forgetAttempts(db: Database): Promise<number> {
  let count = 0;
  for (const removal of [outcomes, closed]) {
    for (let removed = batchMax; removed === batchMax; ) {
      removed = (await db.query(removal)).length;
      count += removed;
    }
  }
  return count;
}
