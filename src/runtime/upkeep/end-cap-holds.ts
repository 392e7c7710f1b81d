import { type Database, statement } from '../../platform/db/index.ts';

const end = statement(
  'upkeep.end_cap_holds',
  `update holds h set until = dialer_now()
   where until is null and cap is not null and not exists (
     select from queued_calls where organization_id = h.organization_id limit 1)
   returning 1`,
);

/** Ends the holds by caps of organizations with nothing queued, which no claim looks at any more; how many. */
export async function endCapHolds(db: Database): Promise<number> {
  return (await db.query(end)).length;
}
