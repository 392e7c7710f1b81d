import { type Queryable, statement } from '../../platform/db/index.ts';

const remove = statement(
  'personalization.erase',
  `with page as materialized (
     select customer_number, push_id, customer_number = $2 or data::text ~ $3 as is_own from personalization
     where organization_id = $1 and customer_number > $4 order by customer_number limit $5
   ), gone as (
     delete from personalization p using page
     where page.is_own and p.organization_id = $1 and p.customer_number = page.customer_number returning 1)
   select (select max(customer_number) from page) as last, (select count(*)::int from gone) as count,
     array(select push_id from page where is_own) as "pushIds"`,
);

/** The result of one statement. */
interface ErasedPushes {
  pushIds: string[];
  count: number;
  /** The last number that was looked at; null when there were none. */
  last: string | null;
}

/** Removes pushes for a number, or whose data match `pattern` (null: none do), of the next `max` behind `after`. */
export async function erasePushes(
  tx: Queryable,
  { organizationId, value, pattern }: { organizationId: string; value: string; pattern: string | null },
  after: string,
  max: number,
): Promise<ErasedPushes> {
  const [row] = await tx.query<ErasedPushes>(remove, [organizationId, value, pattern, after, max]);
  return row!;
}
