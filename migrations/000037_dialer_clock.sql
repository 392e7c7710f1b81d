-- A row of `calls` grows by half when it is claimed; with so much room its page holds the next version of all its rows,
-- also when all of them are claimed at once.
alter table calls set (fillfactor = 40);

-- Circuits go by the clock of all other decisions about dialing.

-- What an attempt says of its trunk and its campaign; null: nothing, as where a person canceled it. A success closes the
-- circuit that the call tried, a failure opens it again. Not over: the call goes on over another trunk.
create or replace function note_attempt(p_organization_id text, p_call_id text, p_trunk_id text, p_trunk_failed boolean,
  p_campaign_id text, p_campaign_failed boolean, p_is_over boolean) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  s record;
  c circuits%rowtype;
  settings record;
  counted record;
  now_at timestamptz := dialer_now();
begin
  for s in
    select * from (values ('trunk', p_trunk_id, p_trunk_failed), ('campaign', nullif(p_campaign_id, ''), p_campaign_failed))
      as t (kind, subject_id, failed)
    where t.subject_id is not null and t.failed is not null
  loop
    insert into attempt_outcomes (organization_id, kind, subject_id, at, failed)
      values (p_organization_id, s.kind, s.subject_id, now_at, s.failed);
    if not s.failed then
      update circuits set state = 'closed', since = now_at, probe_at = null, probe_call_id = null
        where organization_id = p_organization_id and kind = s.kind and subject_id = s.subject_id
          and state <> 'closed' and probe_call_id = p_call_id;
      continue;
    end if;
    select (circuit_breaker ->> 'enabled')::boolean as enabled, (circuit_breaker ->> 'failures')::integer as failures,
        (circuit_breaker ->> 'attempts')::integer as attempts,
        make_interval(secs => (circuit_breaker ->> 'windowSeconds')::integer) as period,
        make_interval(secs => (circuit_breaker ->> 'cooldownSeconds')::integer) as cooldown
      into settings from organizations where organization_id = p_organization_id;
    continue when not coalesce(settings.enabled, false);
    insert into circuits (organization_id, kind, subject_id) values (p_organization_id, s.kind, s.subject_id)
      on conflict do nothing;
    select * into c from circuits
      where organization_id = p_organization_id and kind = s.kind and subject_id = s.subject_id for update;
    if c.state <> 'closed' then
      if c.probe_call_id = p_call_id then
        update circuits set state = 'open', since = now_at, probe_at = now_at + settings.cooldown, probe_call_id = null
          where organization_id = p_organization_id and kind = s.kind and subject_id = s.subject_id;
      end if;
      continue;
    end if;
    select count(*) filter (where l.failed) as failed, count(*) as attempts into counted from (
      select o.failed from attempt_outcomes o
      where o.organization_id = p_organization_id and o.kind = s.kind and o.subject_id = s.subject_id
        and o.at > greatest(c.since, now_at - settings.period)
      order by o.at desc limit settings.attempts) l;
    if counted.failed >= settings.failures then
      update circuits set state = 'open', since = now_at, failed = counted.failed, attempts = counted.attempts,
          probe_at = now_at + settings.cooldown, probe_call_id = null
        where organization_id = p_organization_id and kind = s.kind and subject_id = s.subject_id;
    end if;
  end loop;
  -- A probe that says nothing, such as one that was canceled, leaves its place to the next call.
  if p_is_over then
    update circuits set state = 'open', probe_at = now_at, probe_call_id = null
      where organization_id = p_organization_id and state = 'half-open' and probe_call_id = p_call_id;
  end if;
end $$;

-- Lets one call try a circuit that was open for long enough; false: it is closed to this call.
create or replace function take_probe(p_organization_id text, p_kind text, p_subject_id text, p_call_id text)
  returns boolean language plpgsql as $$
declare
  lease interval;
begin
  select make_interval(secs => (circuit_breaker ->> 'cooldownSeconds')::integer) into lease from organizations
    where organization_id = p_organization_id;
  update circuits set state = 'half-open', since = case when state = 'open' then dialer_now() else since end,
      probe_call_id = p_call_id, probe_at = dialer_now() + greatest(lease, interval '10 minutes')
    where organization_id = p_organization_id and kind = p_kind and subject_id = p_subject_id
      and state <> 'closed' and (probe_at <= dialer_now() or probe_call_id = p_call_id);
  return found or not exists (select from circuits where organization_id = p_organization_id and kind = p_kind
    and subject_id = p_subject_id and state <> 'closed');
end $$;

-- Who answers shows that the trunk works, long before the call is over.
create or replace function close_probed_trunk(p_organization_id text, p_call_id text) returns void language sql as $$
  update circuits set state = 'closed', since = dialer_now(), probe_at = null, probe_call_id = null
    where organization_id = p_organization_id and kind = 'trunk' and state <> 'closed' and probe_call_id = p_call_id
$$;
