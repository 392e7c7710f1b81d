import { statement } from '../../platform/db/index.ts';

/**
 * Empties what endpoints answered about the person of the data deletion $2, or that matches its pattern $3. Looks at the
 * next 2,000 deliveries behind the key $4, $5. Returns the last key, `null` at the end, and how many it emptied.
 */
export const emptyDeliveriesOfPerson = statement(
  'webhooks.erase',
  `with page as materialized (
     select webhook_endpoint_id, delivery_id, (response_text is not null or error is not null) and (resource_id in (
         select subject_id from data_deletion_subjects where organization_id = $1 and data_deletion_id = $2)
       or mentions_person($1, $2, $3, concat_ws(E'\\n', response_text, error))) as is_own
     from webhook_deliveries where organization_id = $1 and (webhook_endpoint_id, delivery_id) > ($4, $5)
     order by webhook_endpoint_id, delivery_id limit 2000
   ), done as (
     update webhook_deliveries d set response_text = null, error = null from page
     where page.is_own and d.organization_id = $1 and d.webhook_endpoint_id = page.webhook_endpoint_id
       and d.delivery_id = page.delivery_id returning 1)
   select (select webhook_endpoint_id || ' ' || delivery_id from page
       order by webhook_endpoint_id desc, delivery_id desc limit 1) as last,
     (select count(*)::int from done) as count`,
);
