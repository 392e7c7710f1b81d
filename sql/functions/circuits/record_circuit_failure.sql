-- Judges one circuit after a failed attempt: opens it when enough of its last attempts failed, and opens it again
-- when the failed call was its probe. Does nothing where the organization switched circuit breakers off.
--
-- Locks: the circuit's row (for update), which record_attempts holds already.
--
-- Cost: two lookups by key, and one descent of the index attempt_outcomes_latest. It reads no more outcomes than the
-- setting `attempts`, and updates at most one row of circuits.
create or replace function record_circuit_failure(p_organization_id text, p_call_id text, p_kind text, p_subject_id text,
  p_now timestamptz)
  returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  c circuits%rowtype;
  settings record;
  counted record;
begin
  select (circuit_breaker ->> 'enabled')::boolean as enabled, (circuit_breaker ->> 'failures')::integer as failures,
      (circuit_breaker ->> 'attempts')::integer as attempts,
      make_interval(secs => (circuit_breaker ->> 'windowSeconds')::integer) as period,
      make_interval(secs => (circuit_breaker ->> 'cooldownSeconds')::integer) as cooldown
    into settings from organizations where organization_id = p_organization_id;
  if not coalesce(settings.enabled, false) then return; end if;
  select * into c from circuits
    where organization_id = p_organization_id and kind = p_kind and subject_id = p_subject_id for update;
  if c.state <> 'closed' then
    update circuits set state = 'open', since = p_now, probe_at = p_now + settings.cooldown, probe_call_id = null
      where organization_id = p_organization_id and kind = p_kind and subject_id = p_subject_id
        and probe_call_id = p_call_id;
    return;
  end if;
  select count(*) filter (where l.failed) as failed, count(*) as attempts into counted from (
    select o.failed from attempt_outcomes o
    where o.organization_id = p_organization_id and o.kind = p_kind and o.subject_id = p_subject_id
      and o.at > greatest(c.since, p_now - settings.period)
    order by o.at desc limit settings.attempts) l;
  if counted.failed >= settings.failures then
    update circuits set state = 'open', since = p_now, failed = counted.failed, attempts = counted.attempts,
        probe_at = p_now + settings.cooldown, probe_call_id = null
      where organization_id = p_organization_id and kind = p_kind and subject_id = p_subject_id;
  end if;
end $$;
