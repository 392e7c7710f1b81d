-- Works with programs from 000017 on.

-- The tables of calls become the first partitions of partitioned tables. They are not rewritten. Their rows are read once,
-- while programs go on to write, to prove that they lie below the end of the first partition.
create schema if not exists partitions;
-- A unique index could not span partitions. admit_inbound finds repeated INVITEs by the customer's number.
drop index if exists calls_inbound;
select bound_table('calls', 'call_id', id_bound('call', date_trunc('day', now() + interval '31 days')));
-- Then, in a transaction of its own:
select bound_table(side.name, 'call_id', (select substring(pg_get_constraintdef(oid) from '''([^'']+)''')
    from pg_constraint where conname = 'calls_below'))
  from unnest(array['call_events', 'ended_calls', 'spoken_calls']) as side (name);
-- Then, in a transaction of its own:
select bound_table(name, 'call_id', null) from unnest(array['calls', 'call_events', 'ended_calls', 'spoken_calls']) as name;
-- Then, in a transaction of its own:
select partition_table('calls', 'call_id');
-- Then, in a transaction of its own:
select partition_table('call_events', 'call_id');
-- Then, in a transaction of its own:
select partition_table('ended_calls', 'call_id');
-- Then, in a transaction of its own:
select partition_table('spoken_calls', 'call_id');
