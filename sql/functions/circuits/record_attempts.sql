-- Records what attempts say about their trunks and campaigns, in the order in which the attempts ended. `…_failed`
-- null says nothing, as when a person canceled the call. A success closes the circuit whose probe the call was, a
-- failure may open one (record_circuit_failure). `p_are_over` is false while a call goes on over another trunk.
--
-- Locks: the rows of circuits by their key, new ones before all others. Callers hold the rows of the calls already.
-- Without failures and probes no circuit is locked.
--
-- Cost: each call adds one lookup in the index circuits_probe and up to two rows of attempt_outcomes. Without failures,
-- one statement inserts the rows of all calls. Each failure adds at most one more such statement, and one
-- record_circuit_failure each for its trunk and its campaign.
create or replace function record_attempts(p_organization_ids text[], p_call_ids text[], p_trunk_ids text[],
  p_trunk_failed boolean[],
  p_campaign_ids text[], p_campaign_failed boolean[], p_are_over boolean) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  s record;
  now_at timestamptz;
  has_failed boolean := true = any(p_trunk_failed) or true = any(p_campaign_failed);
  has_probe boolean := exists (select from circuits
    where organization_id = any(p_organization_ids) and probe_call_id = any(p_call_ids));
  from_place integer := 1;
  to_place integer;
begin
  if has_failed then
    insert into circuits (organization_id, kind, subject_id)
      select distinct i.organization_id, t.kind, t.subject_id
      from unnest(p_organization_ids, p_trunk_ids, p_trunk_failed, p_campaign_ids, p_campaign_failed)
          as i (organization_id, trunk_id, trunk_failed, campaign_id, campaign_failed)
        cross join lateral (values ('trunk', i.trunk_id, i.trunk_failed),
          ('campaign', nullif(i.campaign_id, ''), i.campaign_failed)) as t (kind, subject_id, failed)
        join organizations o on o.organization_id = i.organization_id
          and (o.circuit_breaker ->> 'enabled')::boolean
      where t.failed and t.subject_id is not null order by 1, 2, 3
      on conflict do nothing;
  end if;
  if has_failed or has_probe then
    perform 1 from circuits c
      where (c.organization_id, c.kind, c.subject_id) in (
        select p.organization_id, p.kind, p.subject_id
        from unnest(p_organization_ids, p_call_ids) as i (organization_id, call_id)
          join circuits p on p.organization_id = i.organization_id and p.probe_call_id = i.call_id
        union all
        select i.organization_id, t.kind, t.subject_id
        from unnest(p_organization_ids, p_trunk_ids, p_trunk_failed, p_campaign_ids, p_campaign_failed)
            as i (organization_id, trunk_id, trunk_failed, campaign_id, campaign_failed)
          cross join lateral (values ('trunk', i.trunk_id, i.trunk_failed),
            ('campaign', i.campaign_id, i.campaign_failed)) as t (kind, subject_id, failed)
        where t.failed and t.subject_id <> '')
      order by c.organization_id, c.kind, c.subject_id for update;
  end if;
  -- Goes up to and including the next failure, because a circuit counts the last attempts before each failure.
  while from_place <= cardinality(p_call_ids) loop
    now_at := dialer_now();
    to_place := cardinality(p_call_ids);
    if has_failed then
      to_place := coalesce((select min(i.place) from unnest(p_trunk_failed, p_campaign_failed) with ordinality
          as i (trunk_failed, campaign_failed, place)
        where i.place >= from_place and (i.trunk_failed or i.campaign_failed)), to_place);
    end if;
    insert into attempt_outcomes (organization_id, kind, subject_id, at, failed)
      select i.organization_id, t.kind, t.subject_id, now_at, t.failed
      from unnest(p_organization_ids[from_place:to_place], p_trunk_ids[from_place:to_place],
          p_trunk_failed[from_place:to_place], p_campaign_ids[from_place:to_place],
          p_campaign_failed[from_place:to_place])
          as i (organization_id, trunk_id, trunk_failed, campaign_id, campaign_failed)
        cross join lateral (values ('trunk', i.trunk_id, i.trunk_failed),
          ('campaign', i.campaign_id, i.campaign_failed)) as t (kind, subject_id, failed)
      where t.failed is not null and t.subject_id <> '';
    if has_probe then
      update circuits c set state = 'closed', since = now_at, probe_at = null, probe_call_id = null
        from unnest(p_organization_ids[from_place:to_place], p_call_ids[from_place:to_place],
            p_trunk_ids[from_place:to_place], p_trunk_failed[from_place:to_place],
            p_campaign_ids[from_place:to_place], p_campaign_failed[from_place:to_place])
            as i (organization_id, call_id, trunk_id, trunk_failed, campaign_id, campaign_failed)
          cross join lateral (values ('trunk', i.trunk_id, i.trunk_failed),
            ('campaign', i.campaign_id, i.campaign_failed)) as t (kind, subject_id, failed)
        where not t.failed and c.organization_id = i.organization_id and c.probe_call_id = i.call_id
          and c.kind = t.kind and c.subject_id = t.subject_id and c.state <> 'closed';
    end if;
    for s in
      select * from (values ('trunk', p_trunk_ids[to_place], p_trunk_failed[to_place]),
          ('campaign', nullif(p_campaign_ids[to_place], ''), p_campaign_failed[to_place]))
        as t (kind, subject_id, failed)
      where t.failed and t.subject_id is not null
    loop
      perform record_circuit_failure(p_organization_ids[to_place], p_call_ids[to_place], s.kind, s.subject_id, now_at);
    end loop;
    from_place := to_place + 1;
  end loop;
  -- After a probe that says nothing, such as a canceled call, the next call may probe.
  if p_are_over and has_probe then
    update circuits c set state = 'open', probe_at = dialer_now(), probe_call_id = null
      from unnest(p_organization_ids, p_call_ids) as i (organization_id, call_id)
      where c.organization_id = i.organization_id and c.probe_call_id = i.call_id and c.state = 'half-open';
  end if;
end $$;
