-- Returns whether the organization has committed events that are not visible in the snapshot `p_seen`.
--
-- Takes no locks.
--
-- Cost: one descent of the primary key of events, and one for each transaction that was in progress at `p_seen`. The
-- order makes the planner use the key: without it, a plan without values expects a hit soon and scans the table.
create or replace function has_events(p_organization_id text,
  p_seen pg_snapshot) returns boolean language sql stable set enable_seqscan = off as $$
  select (select true from events e where e.organization_id = p_organization_id and e.xid >= pg_snapshot_xmax(p_seen)
      order by e.xid, e.seq limit 1) is not null
    or (select true from pg_snapshot_xip(p_seen) as running (xid), lateral (
        select from events e where e.organization_id = p_organization_id and e.xid = running.xid
        order by e.seq limit 1) e
      limit 1) is not null
$$;
