-- Returns the cluster and the timeline that the server writes. pg_control_checkpoint() shows the timeline of the last
-- checkpoint, which is the old one for some time after a promotion. Throws on a standby.
--
-- Takes no locks.
--
-- Cost: 1 µs, as nothing but the control file is read (PostgreSQL 15).
create or replace function current_timeline(out system_identifier bigint, out timeline integer)
language sql volatile as $$
  select s.system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
  from pg_control_system() s
$$;
