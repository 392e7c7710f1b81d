-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function events_after(p_organization_id text, p_seen pg_snapshot, p_reading pg_snapshot,
  p_seq bigint,
  p_types text[], p_limit integer)
returns table (seen pg_snapshot, reading pg_snapshot, xid xid8, seq bigint, type text, resource_id text,
  at timestamptz, data json)
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
  -- Skips windows without an event of the types, a bounded number at a time.
  for turn in 1..100 loop
    if w_reading is null then
      select n.xid into first_xid from (
        (select e.xid from events e where e.organization_id = p_organization_id
            and e.xid = any(array(select pg_snapshot_xip(w_seen))) and pg_visible_in_snapshot(e.xid, current)
          order by e.xid, e.seq limit 1)
        union all
        (select e.xid from events e where e.organization_id = p_organization_id
            and e.xid >= pg_snapshot_xmax(w_seen) and pg_visible_in_snapshot(e.xid, current)
          order by e.xid, e.seq limit 1)) n
        order by n.xid limit 1;
      exit when first_xid is null;
      select c.snapshot into w_reading from event_cuts c
        where c.below > first_xid and pg_visible_in_snapshot(first_xid, c.snapshot) order by c.below, c.cut_id limit 1;
      w_reading := coalesce(w_reading, current);
      w_seq := 0;
    end if;
    for r in
      select e.xid, e.seq, e.type, e.resource_id, e.at, event_data(e) as data from (
        select * from (
          select * from events e where e.organization_id = p_organization_id
            and e.xid = any(array(select pg_snapshot_xip(w_seen)))
          union all
          select * from events e where e.organization_id = p_organization_id
            and e.xid >= pg_snapshot_xmax(w_seen) and e.xid < pg_snapshot_xmax(w_reading)) e
        where pg_visible_in_snapshot(e.xid, w_reading) and e.seq > w_seq and (p_types is null or e.type = any(p_types))
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
  -- The later the snapshot, the less the next read looks through.
  if w_reading is null and first_xid is null and pg_snapshot_xmax(current) >= pg_snapshot_xmax(w_seen) then
    w_seen := current;
  end if;
  return query select w_seen, w_reading, null::xid8, w_seq, null::text, null::text, null::timestamptz, null::json;
end $$;

create or replace function has_events(p_organization_id text,
  p_seen pg_snapshot) returns boolean language sql stable set enable_seqscan = off as $$
  select (select true from events e where e.organization_id = p_organization_id and e.xid >= pg_snapshot_xmax(p_seen)
      order by e.xid, e.seq limit 1) is not null
    or (select true from pg_snapshot_xip(p_seen) as running (xid), lateral (
        select from events e where e.organization_id = p_organization_id and e.xid = running.xid
        order by e.seq limit 1) e
      limit 1) is not null
$$;
