-- Returns a position that is valid on the current timeline. Positions count transaction ids, and a failover that loses
-- changes uses the ids of lost transactions again. A position that was made on an earlier timeline is therefore moved
-- back to what both it and the snapshots before such failovers had seen (database_epochs.safe_snapshot). No event is
-- skipped. Events of the last second before a failover may be read again, with the same ids. `p_timeline` null: the
-- position is stored in the database, which a failover sets back together with the events.
--
-- Takes no locks.
--
-- Cost: 1 µs, and one read of database_epochs for positions of earlier timelines.
create or replace function valid_position(p_seen pg_snapshot, p_reading pg_snapshot, p_seq bigint, p_timeline integer,
  out seen pg_snapshot, out reading pg_snapshot, out seq bigint, out timeline integer)
language plpgsql stable as $$
declare
  safe pg_snapshot;
begin
  seen := p_seen; reading := p_reading; seq := p_seq;
  timeline := (select c.timeline from current_timeline() c);
  if p_timeline is null or p_timeline = timeline then return; end if;
  for safe in
    select e.safe_snapshot from database_epochs e where e.timeline > p_timeline and e.safe_snapshot is not null
    union all
    -- The database was set back to an earlier timeline.
    select event_snapshot() where p_timeline > timeline
  loop
    continue when pg_snapshot_xmax(coalesce(reading, seen)) <= pg_snapshot_xmin(safe);
    seen := (least(pg_snapshot_xmin(seen), pg_snapshot_xmin(safe)) || ':'
      || least(pg_snapshot_xmax(seen), pg_snapshot_xmax(safe)) || ':'
      || coalesce((select string_agg(x::text, ',' order by x) from (
        select pg_snapshot_xip(seen) as x union select pg_snapshot_xip(safe)) r
        where x < least(pg_snapshot_xmax(seen), pg_snapshot_xmax(safe))), ''))::pg_snapshot;
    reading := null;
    seq := 0;
  end loop;
end $$;
