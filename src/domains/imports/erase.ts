import { statement } from '../../platform/db/index.ts';

const rowsAtOnce = 2000;

/**
 * Removes refused rows that match the pattern $3 of the data deletion $2, or name a record that it found. Looks at the next
 * rows behind the place $4, $5. Returns the last place, `null` at the end, and how many it removed.
 */
export const removeRefusedRowsOfPerson = statement(
  'imports.erase',
  `with page as materialized (
     select import_id, line, mentions_person($1, $2, $3, concat_ws(E'\\n', error, fields)) as is_own
     from import_refusals where organization_id = $1 and (import_id, line) > ($4, $5::int)
     order by import_id, line limit ${rowsAtOnce}
   ), done as (
     delete from import_refusals r using page
     where page.is_own and r.organization_id = $1 and r.import_id = page.import_id and r.line = page.line returning 1)
   select (select import_id || ' ' || line from page order by import_id desc, line desc limit 1) as last,
     (select count(*)::int from done) as count`,
);
