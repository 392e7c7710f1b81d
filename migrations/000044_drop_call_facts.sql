-- Works with programs from 000017 on.

-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function drop_partitions(p_names text[]) returns void language plpgsql set lock_timeout = '100ms' as $$
declare
  name text;
  old record;
  before record;
begin
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
