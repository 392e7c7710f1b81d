-- Ends the last partition of a table at `p_bound`, and begins an empty one there that has no end. Without such a last
-- partition it begins the first one. The new partition has the storage settings of the one before.
--
-- Locks: the table (access exclusive, for some milliseconds: the last partition is empty unless no process has split it for
-- long, and is then read). It waits 0.5 s for the lock at most, and throws `lock_not_available` then.
--
-- Cost: changes only the catalog.
create or replace function split_partition(p_table text, p_bound text) returns void language plpgsql
  set lock_timeout = '500ms' as $$
declare
  parent regclass := format('public.%I', p_table);
  last record;
  next text;
begin
  execute format('lock table %s in access exclusive mode', parent);
  select c.oid::regclass as name, c.reloptions, pg_get_expr(c.relpartbound, c.oid) as bounds into last
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent
    order by substring(c.relname from '\d+$')::integer desc limit 1;
  next := format('partitions.%I', p_table || '_' || (substring(last.name::text from '\d+$')::integer + 1));
  if last.bounds like '% TO (MAXVALUE)' then
    execute format('alter table %s detach partition %s', parent, last.name);
    execute format('alter table %s attach partition %s %s', parent, last.name,
      replace(last.bounds, 'TO (MAXVALUE)', format('TO (%L)', p_bound)));
  end if;
  execute format('create table %s partition of %s for values from (%L) to (maxvalue) %s', next, parent, p_bound,
    'with (' || nullif(array_to_string(last.reloptions, ', '), '') || ')');
end $$;
