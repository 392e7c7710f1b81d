-- Returns whether a call may try a trunk or campaign whose circuit is not closed: true when the circuit is closed,
-- or when the call becomes its probe. A probe that is not heard of is replaced after the cool-down, 10 minutes at
-- least.
--
-- Locks: the circuit's row, where the call becomes its probe.
--
-- Cost: three statements by key. They write at most one row of circuits.
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
