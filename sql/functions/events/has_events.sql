-- Returns whether the organization has committed events that are not visible in the snapshot `p_seen`.
--
-- Takes no locks.
--
-- Cost: one descent of the primary key of events.
create or replace function has_events(p_organization_id text,
  p_seen pg_snapshot) returns boolean language sql stable as $$
  select exists (select from events e where e.organization_id = p_organization_id and e.xid >= pg_snapshot_xmin(p_seen)
    and not pg_visible_in_snapshot(e.xid, p_seen))
$$;
