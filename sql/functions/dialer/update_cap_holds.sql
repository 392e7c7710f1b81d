-- Begins and ends holds for the caps of the organization and its campaigns. A hold begins when dialed calls reach a cap
-- and a call is due that waits for it. Claimed calls that the gate puts back begin none. It ends with the first claim
-- that leaves room.
--
-- Locks: the rows of holds that it writes. The caller holds the organization's slot row, so one process at a time
-- does this.
--
-- Cost: one read of the organization's live calls and open holds, and one lookup by key for each campaign with live
-- calls. Each cap that is reached without its hold adds one has_due_call and one lines_dialed. Each hold that ends adds
-- one update, and each that begins one begin_cap_hold.
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
