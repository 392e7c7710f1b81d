-- Where events are sent, and what became of each.
create table webhook_endpoints (
  organization_id text not null references organizations on delete cascade,
  webhook_endpoint_id text not null,
  url text not null,
  description text,
  -- Types of events; '*' alone is all.
  events text[] not null,
  enabled boolean not null,
  disabled_reason text check (disabled_reason in ('member', 'failing', 'gone')),
  disabled_at timestamp(3) with time zone,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_until timestamp(3) with time zone,
  -- Up to where events have become deliveries.
  seen pg_snapshot not null,
  reading pg_snapshot,
  seq bigint not null default 0,
  -- Whose drain it is: an earlier one that wakes up after a long stop finds another one here.
  drain_id text,
  -- Deliveries that are neither done nor given up.
  waiting integer not null default 0,
  -- Failed attempts since the last that succeeded.
  failures integer not null default 0,
  failing_since timestamp(3) with time zone,
  last_success_at timestamp(3) with time zone,
  last_failure_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  primary key (organization_id, webhook_endpoint_id)
) with (fillfactor = 50);
create index webhook_endpoints_enabled on webhook_endpoints (organization_id) where enabled;

create table webhook_deliveries (
  organization_id text not null,
  webhook_endpoint_id text not null,
  delivery_id text not null,
  event_id text not null,
  type text not null,
  resource_id text not null,
  event_at timestamp(6) with time zone not null,
  -- Where the event is; null: it is a test, and stands nowhere.
  xid xid8,
  seq bigint,
  status text not null check (status in ('pending', 'delivered', 'dead')),
  attempts integer not null default 0,
  -- Of the tries that belong together: a redelivery begins anew.
  tries integer not null default 0,
  first_try_at timestamp(3) with time zone,
  last_attempt_at timestamp(3) with time zone,
  -- Infinity: behind an earlier one of the same resource.
  next_at timestamp(3) with time zone,
  response_code integer,
  response_ms integer,
  response_text text,
  error text,
  created_at timestamp(3) with time zone not null,
  primary key (organization_id, webhook_endpoint_id, delivery_id),
  foreign key (organization_id, webhook_endpoint_id) references webhook_endpoints on delete cascade
) with (fillfactor = 70);
create unique index webhook_deliveries_event on webhook_deliveries (organization_id, webhook_endpoint_id, seq);
create index webhook_deliveries_due on webhook_deliveries (organization_id, webhook_endpoint_id, next_at)
  where status = 'pending';
create index webhook_deliveries_waiting on webhook_deliveries (organization_id, webhook_endpoint_id, resource_id, seq)
  where status = 'pending';
create index webhook_deliveries_dead on webhook_deliveries (organization_id, webhook_endpoint_id, delivery_id)
  where status = 'dead';

-- Whether an endpoint takes more events: not while it fails, nor while so many wait that more would be no help.
create function takes_events(e webhook_endpoints) returns boolean language sql stable as $$
  select (e.failures < 10 or e.waiting = 0) and e.waiting < 10000
$$;

-- Stores what is to be delivered. The first of each resource is due, those behind it wait for it.
create function add_webhook_deliveries(p_organization_id text, p_webhook_endpoint_id text, p_items json)
returns table (delivery_id text, is_due boolean) language plpgsql
  -- One step of an index for each, however few of them the statistics know.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
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
        'pending', case when i.is_first and not exists (select from webhook_deliveries d
            where d.organization_id = p_organization_id and d.webhook_endpoint_id = p_webhook_endpoint_id
              and d.resource_id = i."resourceId" and d.status = 'pending') then now() else 'infinity' end, now()
      from items i
      on conflict (organization_id, webhook_endpoint_id, seq) do nothing
      returning webhook_deliveries.delivery_id, webhook_deliveries.next_at
  )
  select m.delivery_id, m.next_at < 'infinity' from made m;
  get diagnostics added = row_count;
  update webhook_endpoints set waiting = waiting + added
    where organization_id = p_organization_id and webhook_endpoint_id = p_webhook_endpoint_id;
end $$;

-- Writes down what came of attempts, and lets go what waited behind those that are over. `delayMs` null: not tried again.
-- Nothing where the endpoint is gone.
create function settle_webhook_deliveries(p_organization_id text, p_webhook_endpoint_id text, p_results json)
returns table (failing_since timestamptz, released integer, has_recovered boolean) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
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
      from r where d.organization_id = p_organization_id and d.webhook_endpoint_id = p_webhook_endpoint_id
        and d.delivery_id = r."deliveryId" and d.status = 'pending'
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
    where d.organization_id = p_organization_id and d.webhook_endpoint_id = p_webhook_endpoint_id
      and d.delivery_id = any(followers) and d.next_at = 'infinity';
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

-- Delivers again what was given up, and what was delivered where it is named; those of one resource one after the other.
-- How many.
create function redeliver_webhooks(p_organization_id text, p_webhook_endpoint_id text, p_delivery_ids text[])
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

-- Tells the transaction of an event too, by which it is found again.
drop function events_after(text, pg_snapshot, pg_snapshot, bigint, text[], integer);
-- The next events of an organization behind a place, and a last row without a type: the place that was reached.
-- A place are two moments and a number: everything was read of the transactions that had ended at the moment `seen`;
-- of those that ended between it and `reading`, everything up to `seq`. Within such a window events are in the order of
-- `seq`, which is that of the locks of what they are about; who waits for another's lock ends after it, so it is in the
-- same window or a later one.
create function events_after(p_organization_id text, p_seen pg_snapshot, p_reading pg_snapshot, p_seq bigint,
  p_types text[], p_limit integer)
returns table (seen pg_snapshot, reading pg_snapshot, xid xid8, seq bigint, type text, resource_id text, at timestamptz, data json)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  current pg_snapshot := event_snapshot();
  first_xid xid8;
  w_seen pg_snapshot := p_seen;
  w_reading pg_snapshot := p_reading;
  w_seq bigint := p_seq;
  room integer := p_limit;
  r record;
begin
  -- Windows without an event that is asked for are passed over, a bounded number at a time.
  for turn in 1..100 loop
    if w_reading is null then
      select e.xid into first_xid from events e
        where e.organization_id = p_organization_id and e.xid >= pg_snapshot_xmin(w_seen)
          and not pg_visible_in_snapshot(e.xid, w_seen) and pg_visible_in_snapshot(e.xid, current)
        order by e.xid, e.seq limit 1;
      exit when first_xid is null;
      select c.snapshot into w_reading from event_cuts c
        where c.below > first_xid and pg_visible_in_snapshot(first_xid, c.snapshot) order by c.below, c.cut_id limit 1;
      w_reading := coalesce(w_reading, current);
      w_seq := 0;
    end if;
    for r in
      select e.xid, e.seq, e.type, e.resource_id, e.at, event_data(e) as data from (
        select * from events e where e.organization_id = p_organization_id
          and e.xid >= pg_snapshot_xmin(w_seen) and e.xid < pg_snapshot_xmax(w_reading)
          and not pg_visible_in_snapshot(e.xid, w_seen) and pg_visible_in_snapshot(e.xid, w_reading)
          and e.seq > w_seq and (p_types is null or e.type = any(p_types))
        order by e.seq limit room) e
      order by e.seq
    loop
      return query select w_seen, w_reading, r.xid::xid8, r.seq::bigint, r.type::text, r.resource_id::text,
        r.at::timestamptz, r.data::json;
      w_seq := r.seq;
      room := room - 1;
    end loop;
    exit when room = 0;
    w_seen := w_reading;
    w_reading := null;
    w_seq := 0;
  end loop;
  -- The later the moment, the less is looked through the next time.
  if w_reading is null and first_xid is null and pg_snapshot_xmax(current) >= pg_snapshot_xmax(w_seen) then
    w_seen := current;
  end if;
  return query select w_seen, w_reading, null::xid8, w_seq, null::text, null::text, null::timestamptz, null::json;
end $$;
