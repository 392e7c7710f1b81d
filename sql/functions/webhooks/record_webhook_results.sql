-- Records the results of attempts and releases the deliveries that waited behind finished ones. `delayMs` null: the
-- delivery is not tried again. Returns since when the endpoint fails, how many deliveries were released, and
-- whether it works again after ten failures, in which case all waiting deliveries become due. Returns no row where
-- the endpoint is gone.
--
-- Locks, in order: the endpoint's row (for update), the rows of the deliveries.
--
-- Cost: each delivery is looked up by its key. A plan that was made while there were few deliveries read all
-- pending ones for each result.
create or replace function record_webhook_results(p_organization_id text, p_webhook_endpoint_id text,
  p_results json)
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
  -- The endpoint works again: deliveries that wait for their next attempt become due.
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
