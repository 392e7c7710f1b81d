-- Works with programs from 000017 on.
-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function lines_dialed(p_organization_id text, p_campaign_id text) returns integer
  language sql stable as $$
  select (count(*) + case when p_campaign_id = '' then count(l.second_leg_trunk_id) else 0 end)::integer
  from live_calls l cross join lateral (
    select from calls c where c.organization_id = l.organization_id and c.call_id = l.call_id
      and (c.status <> 'dialing' or c.sip_dialog is not null) offset 0) c
  where l.organization_id = p_organization_id and p_campaign_id in ('', l.campaign_id) and not l.is_unproven
$$;

create or replace function update_cap_holds(p_organization_id text)
returns void
language plpgsql
as $$
declare
  c record;
begin
  for c in
    with live as materialized (
      select campaign_id, count(*)::integer as calls, count(second_leg_trunk_id)::integer as second_legs from live_calls
      where organization_id = p_organization_id and not is_unproven group by campaign_id
    ), reached as materialized (
      select '' as campaign_id, max_concurrent_calls as cap from organizations
      where organization_id = p_organization_id
        and max_concurrent_calls <= (select coalesce(sum(live.calls + live.second_legs), 0) from live)
      union all
      select k.campaign_id, k.max_concurrent_calls from live join campaigns k
        on k.organization_id = p_organization_id and k.campaign_id = live.campaign_id
      where k.status = 'running' and k.max_concurrent_calls <= live.calls
    ), noted as materialized (
      select campaign_id, hold_id, cap from holds
      where organization_id = p_organization_id and until is null and reason in ('organization-limit', 'campaign-limit')
    )
    select r.campaign_id, r.cap, n.hold_id from reached r left join noted n on n.campaign_id = r.campaign_id
      where r.cap is distinct from n.cap
    union all
    select n.campaign_id, null, n.hold_id from noted n
      where not exists (select from reached r where r.campaign_id = n.campaign_id)
  loop
    if c.hold_id is not null then
      update holds set until = dialer_now()
        where organization_id = p_organization_id and campaign_id = c.campaign_id and hold_id = c.hold_id;
    end if;
    if c.cap is not null and has_due_call(p_organization_id, c.campaign_id)
        and lines_dialed(p_organization_id, c.campaign_id) >= c.cap then
      perform begin_cap_hold(p_organization_id, c.campaign_id, c.cap);
    end if;
  end loop;
end $$;
