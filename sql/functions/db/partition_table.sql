-- Makes a table the first partition of a partitioned table, which takes over its name, indexes, triggers, grants and the
-- functions of its row type. No row is moved or read. The first partition ends at the bound of bound_table; a second one,
-- which is empty, begins there and has no end. Does nothing when the table is partitioned. Throws when bound_table did not
-- prepare it, when its constraint is not validated, and for tables with foreign keys.
--
-- Partitions are in a schema of their own. Their names are `calls_1`, `calls_2` and so on.
--
-- Locks: the table (access exclusive, for some 50 ms).
--
-- Cost: changes only the catalog.
create or replace function partition_table(p_table text, p_key text) returns void language plpgsql as $$
declare
  old regclass := format('public.%I', p_table);
  first text := format('partitions.%I', p_table || '_1');
  below text := p_table || '_below';
  bound text;
  found record;
  before text[] := '{}';
  after text[] := '{}';
begin
  if (select relkind = 'p' from pg_class where oid = old) then return; end if;
  if exists (select from pg_constraint where contype = 'f' and old in (conrelid, confrelid)) then
    raise exception '% has foreign keys', p_table;
  end if;
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into bound from pg_constraint
    where conrelid = old and conname = below and convalidated;
  if bound is null then raise exception '% has no validated constraint %', p_table, below; end if;
  execute format('lock table %s in access exclusive mode', old);
  for found in select conname, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = old and contype = 'p' loop
    before := before || format('alter table public.%I rename constraint %I to %I', p_table, found.conname,
      p_table || '_1_pkey');
    after := after || format('alter table public.%I add constraint %I %s', p_table, found.conname, found.definition);
  end loop;
  for found in select i.relname, pg_get_indexdef(i.oid) as definition from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indrelid = old and not x.indisprimary order by i.relname loop
    before := before || format('alter index public.%I rename to %I', found.relname,
      p_table || '_1' || substr(found.relname, 1 + length(p_table)));
    after := after || found.definition;
  end loop;
  for found in select tgname, pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = old and not tgisinternal order by tgname loop
    before := before || format('drop trigger %I on public.%I', found.tgname, p_table);
    after := after || found.definition;
  end loop;
  for found in select a.attname, s.oid::regclass as sequence, s.relname,
        case a.attidentity when 'a' then 'always' else 'by default' end as kind
      from pg_attribute a join pg_depend d on d.refobjid = a.attrelid and d.refobjsubid = a.attnum and d.deptype = 'i'
        join pg_class s on s.oid = d.objid and s.relkind = 'S'
      where a.attrelid = old and a.attidentity <> '' loop
    -- The sequence goes with the old identity, so its next value is read under the lock.
    execute format('select case when is_called then last_value + 1 else last_value end from %s', found.sequence) into bound;
    before := before || format('alter table public.%I alter column %I drop identity', p_table, found.attname);
    after := after || format('alter table public.%I alter column %I add generated %s as identity (sequence name public.%I start %s)',
      p_table, found.attname, found.kind, found.relname, bound);
  end loop;
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into bound from pg_constraint
    where conrelid = old and conname = below;
  for found in select pg_get_functiondef(p.oid) as definition, p.oid::regprocedure as signature
      from pg_proc p join pg_class c on c.reltype = any(p.proargtypes) or c.reltype = p.prorettype where c.oid = old loop
    before := before || format('drop function %s', found.signature);
    after := after || found.definition;
  end loop;
  for found in select privilege_type, grantee::regrole as grantee from pg_class, aclexplode(relacl)
      where oid = old and grantee <> relowner and grantee <> 0 loop
    after := after || format('grant %s on public.%I to %s', found.privilege_type, p_table, found.grantee);
  end loop;
  before := before || format('alter table public.%I set schema partitions', p_table);
  before := before || format('alter table partitions.%I rename to %I', p_table, p_table || '_1');
  before := before || format('create table public.%I (like %s including defaults including constraints including generated
    including storage including comments) partition by range (%I)', p_table, first, p_key);
  before := before || format('alter table public.%I drop constraint %I', p_table, below);
  after := after || format('alter table public.%I attach partition %s for values from (minvalue) to (%L)', p_table, first, bound);
  after := after || format('alter table %s drop constraint %I', first, below);
  for bound in select unnest(before || after) loop execute bound; end loop;
  perform split_partition(p_table, substring(pg_get_expr(relpartbound, oid) from 'TO \(''([^'']+)'))
    from pg_class where oid = first::regclass;
end $$;
