-- Returns whether an enabled endpoint still waits for a delivery that concerns the resource, which is therefore
-- kept.
--
-- Takes no locks.
--
-- Cost: at most one descent of the index webhook_deliveries_waiting for each enabled endpoint of the organization,
-- however many deliveries there are.
create or replace function has_pending_delivery(p_organization_id text, p_resource_id text) returns boolean
language sql stable as $$
  select exists (
    select from webhook_endpoints e cross join lateral (
      select from webhook_deliveries d
      where d.organization_id = e.organization_id and d.webhook_endpoint_id = e.webhook_endpoint_id
        and d.resource_id = p_resource_id and d.status = 'pending' limit 1) d
    where e.organization_id = p_organization_id and e.enabled)
$$;
