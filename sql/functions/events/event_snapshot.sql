-- Returns the current snapshot without the transaction that asks: PostgreSQL counts it among those that have ended,
-- but its events may still be rolled back.
--
-- Takes no locks.
--
-- Cost: no table is read. A transaction that has written may also sort the ids of the transactions in progress.
create or replace function event_snapshot() returns pg_snapshot language sql stable as $$
  select case when own is null or own >= pg_snapshot_xmax(s) then s else (
    least(own, pg_snapshot_xmin(s)) || ':' || pg_snapshot_xmax(s) || ':'
      || (select string_agg(x::text, ',' order by x) from (select own as x union select pg_snapshot_xip(s)) o)
    )::pg_snapshot end
  from (select pg_current_snapshot() as s, pg_current_xact_id_if_assigned() as own) n
$$;
