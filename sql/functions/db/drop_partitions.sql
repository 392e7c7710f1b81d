-- Drops partitions, of several tables at once, with their rows. Nothing is deleted one by one, and nothing is left to
-- vacuum. An empty partition of the same name takes the place of each and of empty ones before it, so that a row with a key
-- of long ago is still accepted: from a process with a wrong clock, or after a dump was restored into a new cluster, whose
-- transaction ids begin again.
--
-- Sums over the calls of a dropped partition do not hold any more: their slots become gaps, which upkeep fills again.
--
-- Programs from before the migration 000043 do not name the partition of call_facts beside one of calls. It goes with that.
--
-- Locks: the partitioned tables, in the order of the names (access exclusive, for some milliseconds). It waits 0.1 s for a
-- lock, so that no statement waits longer than that behind it, and tries again for some 10 s. Throws
-- `lock_not_available` when it got none.
--
-- Cost: reads the calls of the first and the last days of a partition of call_facts, before it locks anything. Besides, it changes
-- only the catalog, and unlinks the files after the commit.
create or replace function drop_partitions(p_names text[]) returns void language plpgsql set lock_timeout = '100ms' as $$
declare
  name text;
  old record;
  before record;
begin
  perform leave_call_sum_gaps(facts) from (
    select to_regclass(format('partitions.%I', replace(n, 'calls_', 'call_facts_'))) as facts from unnest(p_names) n
    where starts_with(n, 'calls_')) d where facts is not null;
  for attempt in 1..20 loop
    begin
      foreach name in array p_names || array(
          select replace(n, 'calls_', 'call_facts_') from unnest(p_names) n where starts_with(n, 'calls_')
            and to_regclass(format('partitions.%I', replace(n, 'calls_', 'call_facts_'))) is not null
            and replace(n, 'calls_', 'call_facts_') <> all (p_names)) loop
        select i.inhparent::regclass as parent, 'with (' || nullif(array_to_string(c.reloptions, ', '), '') || ')' as settings,
            substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM (\(.*\)) TO') as first,
            substring(pg_get_expr(c.relpartbound, c.oid) from 'TO (\(.*\))') as last into strict old
          from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where c.relnamespace = 'partitions'::regnamespace and c.relname = name;
        execute format('drop table partitions.%I', name);
        loop
          select c.oid::regclass as name, substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM (\(.*\)) TO') as first
            into before from pg_inherits i join pg_class c on c.oid = i.inhrelid
            where i.inhparent = old.parent and pg_get_expr(c.relpartbound, c.oid) like '% TO ' || old.first
              and pg_relation_size(c.oid) = 0;
          exit when not found;
          execute format('drop table %s', before.name);
          old.first := before.first;
        end loop;
        execute format('create table partitions.%I partition of %s for values from %s to %s %s', name, old.parent, old.first,
          old.last, old.settings);
      end loop;
      return;
    exception when lock_not_available then
      if attempt = 20 then raise; end if;
    end;
    perform pg_sleep(0.5);
  end loop;
end $$;
