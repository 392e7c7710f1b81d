-- Prepares a table for partition_table. The first call lets the table accept only rows whose key is below `p_bound`, and
-- looks at no row. The second call, in a later transaction, reads all rows to prove that they are below it. Does nothing
-- when the table is partitioned.
--
-- Locks: the table (the first call access exclusive, for some milliseconds; the second one share update exclusive, so that
-- programs read and write meanwhile).
--
-- Cost: the second call reads the table once.
create or replace function bound_table(p_table text, p_key text, p_bound text) returns void language plpgsql as $$
declare
  below text := p_table || '_below';
begin
  if (select relkind = 'p' from pg_class where oid = p_table::regclass) then return; end if;
  if exists (select from pg_constraint where conrelid = p_table::regclass and conname = below) then
    execute format('alter table %I validate constraint %I', p_table, below);
  else
    execute format('alter table %I add constraint %I check (%I < %L) not valid', p_table, below, p_key, p_bound);
  end if;
end $$;
