-- The results of attempts find their deliveries by the key, whatever the planner knows. Its plan is made once for a connection,
-- often while there are hardly any deliveries, when every index looks as good as any other: it took one by which all
-- pending deliveries, or all of the endpoint, were read for each result. Each delivery is looked up by itself now, and of
-- indexes that look alike the planner takes the youngest: the key for one delivery, `webhook_deliveries_waiting` for the
-- pending ones of a resource.
alter table webhook_deliveries drop constraint webhook_deliveries_pkey;
alter table webhook_deliveries add constraint webhook_deliveries_pkey
  primary key (organization_id, webhook_endpoint_id, delivery_id);
drop index webhook_deliveries_waiting;
create index webhook_deliveries_waiting on webhook_deliveries (organization_id, webhook_endpoint_id, resource_id, seq)
  where status = 'pending';

create or replace function settle_webhook_deliveries(p_organization_id text, p_webhook_endpoint_id text, p_results json)
 returns table (failing_since timestamp with time zone, released integer, has_recovered boolean)
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
  over integer;
  failed integer;
  succeeded boolean;
  freed integer;
  over_resources text[];
  followers text[];
  had_failures integer;
begin
  select e.failures into had_failures from webhook_endpoints e
    where e.organization_id = p_organization_id and e.webhook_endpoint_id = p_webhook_endpoint_id for update;
  if not found then return; end if;
  with r as (
    select * from json_to_recordset(p_results) as i ("deliveryId" text, ok boolean, "delayMs" float8, code integer, ms integer,
      text text, error text)
  ), moved as (
    update webhook_deliveries d set attempts = d.attempts + 1, tries = d.tries + 1,
        status = case when r.ok then 'delivered' when r."delayMs" is null then 'dead' else 'pending' end,
        first_try_at = coalesce(d.first_try_at, now()), last_attempt_at = now(),
        next_at = case when not r.ok then now() + make_interval(secs => r."delayMs" / 1000) end,
        response_code = r.code, response_ms = r.ms, response_text = r.text, error = r.error
      from r cross join lateral (
        select k.ctid as place from webhook_deliveries k where k.organization_id = p_organization_id
          and k.webhook_endpoint_id = p_webhook_endpoint_id and k.delivery_id = r."deliveryId" offset 0) found
      where d.ctid = found.place and d.status = 'pending'
      returning d.resource_id, d.status
  )
  select count(*) filter (where m.status <> 'pending'), array_agg(distinct m.resource_id) filter (where m.status <> 'pending'),
      (select count(*) from r where not r.ok), coalesce((select bool_or(r.ok) from r), false)
    into over, over_resources, failed, succeeded from moved m;
  followers := array(select (
      select f.delivery_id from webhook_deliveries f
      where f.organization_id = p_organization_id and f.webhook_endpoint_id = p_webhook_endpoint_id
        and f.resource_id = x and f.status = 'pending' order by f.seq limit 1)
    from unnest(over_resources) as x);
  update webhook_deliveries d set next_at = now()
    from unnest(followers) as follower cross join lateral (
      select k.ctid as place from webhook_deliveries k where k.organization_id = p_organization_id
        and k.webhook_endpoint_id = p_webhook_endpoint_id and k.delivery_id = follower offset 0) found
    where d.ctid = found.place and d.next_at = 'infinity';
  get diagnostics freed = row_count;
  -- It answers again: what waits for its next try need not.
  if succeeded and had_failures >= 10 then
    update webhook_deliveries d set next_at = now()
      where d.organization_id = p_organization_id and d.webhook_endpoint_id = p_webhook_endpoint_id
        and d.status = 'pending' and d.next_at > now() and d.next_at < 'infinity';
  end if;
  return query update webhook_endpoints e set waiting = e.waiting - over,
      failures = case when succeeded then 0 else e.failures + failed end,
      failing_since = case when succeeded then null when failed > 0 then coalesce(e.failing_since, now())
        else e.failing_since end,
      last_success_at = case when succeeded then now() else e.last_success_at end,
      last_failure_at = case when failed > 0 then now() else e.last_failure_at end
    where e.organization_id = p_organization_id and e.webhook_endpoint_id = p_webhook_endpoint_id
    returning e.failing_since::timestamptz, freed, succeeded and had_failures >= 10;
end $$;

-- Whether one of the same resource is pending is asked of the index that has them in order, and of no other.
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
