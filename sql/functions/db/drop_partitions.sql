-- Drops partitions of several tables at once. The rows of a partition are gone with its file: nothing is deleted one by one,
-- and nothing is left to vacuum.
--
-- Locks: the partitioned tables, in the order of the names (access exclusive, for some milliseconds). It waits 0.1 s for a
-- lock, so that no statement is held up longer than that behind it, and tries again for some 10 s. Throws
-- `lock_not_available` when it got none.
--
-- Cost: changes only the catalog, and unlinks the files after the commit.
create or replace function drop_partitions(p_names text[]) returns void language plpgsql set lock_timeout = '100ms' as $$
declare
  name text;
begin
  for attempt in 1..20 loop
    begin
      foreach name in array p_names loop
        execute format('drop table partitions.%I', name);
      end loop;
      return;
    exception when lock_not_available then
      if attempt = 20 then raise; end if;
    end;
    perform pg_sleep(0.5);
  end loop;
end $$;
