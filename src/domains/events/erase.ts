import { statement } from '../../platform/db/index.ts';

/**
 * Empties events about the person of the data deletion $2, or that match its pattern $3. Looks at the next 2,000 events
 * behind the place $4, $5. Returns the last place, `null` at the end, and how many it emptied.
 */
export const emptyEventsOfPerson = statement(
  'events.erase',
  `with page as materialized (
     select xid, seq, data is not null and data::text <> '{"erased": true}' and (resource_id in (
         select subject_id from data_deletion_subjects where organization_id = $1 and data_deletion_id = $2)
       or mentions_person($1, $2, $3, data::text)) as is_own
     from events where organization_id = $1 and (xid, seq) > ($4::text::xid8, $5::bigint)
     order by xid, seq limit 2000
   ), done as (
     update events e set data = '{"erased": true}' from page
     where page.is_own and e.organization_id = $1 and e.xid = page.xid and e.seq = page.seq returning 1)
   select (select xid::text || ' ' || seq from page order by xid desc, seq desc limit 1) as last,
     (select count(*)::int from done) as count`,
);
