-- Returns how many lines calls use that are dialed, answered or inbound: those of the organization for the campaign '',
-- else the calls of the campaign. Leaves out claimed calls without an INVITE on record, which may go back into the queue.
--
-- Takes no locks.
--
-- Cost: one read of the live calls of the organization or campaign, and one lookup by key for each.
create or replace function lines_dialed(p_organization_id text, p_campaign_id text) returns integer
  language sql stable as $$
  select (count(*) + case when p_campaign_id = '' then count(l.second_leg_trunk_id) else 0 end)::integer
  from live_calls l cross join lateral (
    select from calls c where c.organization_id = l.organization_id and c.call_id = l.call_id
      and (c.status <> 'dialing' or c.sip_dialog is not null) offset 0) c
  where l.organization_id = p_organization_id and p_campaign_id in ('', l.campaign_id) and not l.is_unproven
$$;
