import { statement } from '../../../platform/db/index.ts';
import type { Step } from './step.ts';

const pushesAtOnce = 2000;

const remove = statement(
  'data_deletions.pushes',
  `with page as materialized (
     select customer_number, push_id, customer_number = $3 or ($5 and data::text ~ $6) as is_own from personalization
     where organization_id = $1 and customer_number > $4 order by customer_number limit ${pushesAtOnce}
   ), noted as (
     insert into data_deletion_subjects select $1, $2, push_id from page where is_own on conflict do nothing
   ), gone as (
     delete from personalization p using page
     where page.is_own and p.organization_id = $1 and p.customer_number = page.customer_number returning 1)
   select (select max(customer_number) from page) as last, (select count(*)::int from gone) as personalization`,
);

/** Removes pushes for the number, and pushes that name the id. */
export const removePushes: Step = async (tx, person, cursor) => {
  const { organizationId, dataDeletionId, by, value, pattern } = person;
  const values = [organizationId, dataDeletionId, value, cursor ?? '', by === 'customerUniqueId', pattern];
  const [row] = await tx.query<{ last: string | null; personalization: number }>(remove, values);
  const { last, ...deleted } = row!;
  return last === null ? { deleted } : { deleted, cursor: last };
};
