-- Notes that the sums of the calls in a partition of call_facts do not hold any more, because it is about to be dropped.
--
-- A call is created within a day of the time in its id. So the first and the last creation are among the calls whose ids are
-- within three days of the creation of the first and the last id.
--
-- Locks: none. Cost: two probes for each organization, and the calls of six days.
create or replace function leave_call_sum_gaps(p_partition regclass) returns void language plpgsql as $$
begin
  execute format($sql$
    insert into call_sum_gaps (organization_id, from_day, to_day)
    select o.organization_id,
      floor(extract(epoch from (select min(f.created_at) from %1$s f where f.organization_id = o.organization_id
        and f.call_id < id_bound('call', first.created_at + interval '3 days'))) / 86400)::integer,
      floor(extract(epoch from (select max(f.created_at) from %1$s f where f.organization_id = o.organization_id
        and f.call_id >= id_bound('call', last.created_at - interval '3 days'))) / 86400)::integer + 1
    from organizations o
      cross join lateral (select f.created_at from %1$s f where f.organization_id = o.organization_id
        order by f.call_id limit 1) first
      cross join lateral (select f.created_at from %1$s f where f.organization_id = o.organization_id
        order by f.call_id desc limit 1) last
    $sql$, p_partition);
end $$;
