-- Returns whether a commit waits for a standby. With standbys named and no standby there, a commit waits, so nothing is
-- acknowledged that only one server has. Every role may read both settings.
--
-- Takes no locks.
--
-- Cost: no table is read.
create or replace function is_database_synchronous() returns boolean language sql volatile as $$
  select current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') in ('on', 'remote_write', 'remote_apply')
$$;
