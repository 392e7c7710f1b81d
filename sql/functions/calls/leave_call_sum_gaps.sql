-- Notes that the sums of the calls in a partition of call_facts do not hold any more, because it is about to be dropped.
--
-- Locks: none. Cost: reads the partition once.
create or replace function leave_call_sum_gaps(p_partition regclass) returns void language plpgsql as $$
begin
  execute format('insert into call_sum_gaps (organization_id, from_day, to_day)
    select organization_id, floor(extract(epoch from min(created_at)) / 86400)::integer,
      floor(extract(epoch from max(created_at)) / 86400)::integer + 1
    from %s group by organization_id', p_partition);
end $$;
