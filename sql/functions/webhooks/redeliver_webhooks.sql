-- Makes deliveries that were given up or delivered due again, those of one resource one after the other. Returns
-- how many.
--
-- Locks, in order: the endpoint's row (for update), the rows of the deliveries.
--
-- Cost: three statements for all deliveries. Each delivery is found by its key and updated once, and the endpoint's row
-- once for all.
create or replace function redeliver_webhooks(p_organization_id text, p_webhook_endpoint_id text,
  p_delivery_ids text[])
returns integer language plpgsql as $$
declare
  again integer;
begin
  perform 1 from webhook_endpoints
    where organization_id = p_organization_id and webhook_endpoint_id = p_webhook_endpoint_id for update;
  with picked as (
    select delivery_id, row_number() over (partition by resource_id order by seq) = 1 as is_first
    from webhook_deliveries where organization_id = p_organization_id and webhook_endpoint_id = p_webhook_endpoint_id
      and delivery_id = any(p_delivery_ids) and status <> 'pending'
  )
  update webhook_deliveries d set status = 'pending', tries = 0, first_try_at = null,
      next_at = case when p.is_first then now() else 'infinity' end
    from picked p where d.organization_id = p_organization_id and d.webhook_endpoint_id = p_webhook_endpoint_id
      and d.delivery_id = p.delivery_id;
  get diagnostics again = row_count;
  update webhook_endpoints set waiting = waiting + again
    where organization_id = p_organization_id and webhook_endpoint_id = p_webhook_endpoint_id;
  return again;
end $$;
