-- Stores the deliveries of an endpoint and returns their ids and whether they are due. The first of each resource
-- is due; those behind it wait for it (`next_at` infinity). An event that was stored before is left out.
--
-- Locks: the rows that it inserts, then the endpoint's row.
--
-- Cost: one descent of the index webhook_deliveries_waiting for each delivery. The settings above keep the planner
-- from reading whole tables with a plan that it made while they were small.
create or replace function add_webhook_deliveries(p_organization_id text, p_webhook_endpoint_id text, p_items json)
 returns table (delivery_id text, is_due boolean)
 language plpgsql
 set plan_cache_mode to 'force_generic_plan'
 set enable_seqscan to 'off'
 set enable_bitmapscan to 'off'
 set enable_sort to 'off'
 set enable_hashjoin to 'off'
 set enable_mergejoin to 'off'
 set jit to 'off'
as $$
#variable_conflict use_column
declare
  added integer;
begin
  return query with items as (
    select i.*, row_number() over (partition by i."resourceId" order by i.seq) = 1 as is_first
    from json_to_recordset(p_items) as i ("deliveryId" text, "eventId" text, type text, "resourceId" text,
      at timestamptz, xid xid8, seq bigint)
  ), made as (
    insert into webhook_deliveries (organization_id, webhook_endpoint_id, delivery_id, event_id, type, resource_id, event_at,
        xid, seq, status, next_at, created_at)
      select p_organization_id, p_webhook_endpoint_id, i."deliveryId", i."eventId", i.type, i."resourceId", i.at, i.xid, i.seq,
        'pending', case when i.is_first and (select true from webhook_deliveries d
            where d.organization_id = p_organization_id and d.webhook_endpoint_id = p_webhook_endpoint_id
              and d.resource_id = i."resourceId" and d.status = 'pending' order by d.seq limit 1) is null then now() else 'infinity' end, now()
      from items i
      on conflict (organization_id, webhook_endpoint_id, seq) do nothing
      returning webhook_deliveries.delivery_id, webhook_deliveries.next_at
  )
  select m.delivery_id, m.next_at < 'infinity' from made m;
  get diagnostics added = row_count;
  update webhook_endpoints set waiting = waiting + added
    where organization_id = p_organization_id and webhook_endpoint_id = p_webhook_endpoint_id;
end $$;
