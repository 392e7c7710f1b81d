-- Returns whether the campaign has a due call. '' asks for any running campaign and for calls without a campaign.
--
-- Takes no locks.
--
-- Cost: reads the organization's lanes until one has a due call. Each lane that may have one adds a descent of the
-- index queued_calls_order for each of its priorities. Independent of the length of the queue.
create or replace function has_due_call(p_organization_id text, p_campaign_id text)
  returns boolean language plpgsql as $$
declare
  now_at timestamptz := dialer_now();
begin
  return exists (
    select from dial_lanes l left join campaigns k
        on k.organization_id = l.organization_id and k.campaign_id = l.campaign_id
      cross join lateral unnest(l.priorities) as p (priority)
      cross join lateral (
        select from queued_calls q where q.organization_id = l.organization_id and q.campaign_id = l.campaign_id
          and q.priority = p.priority and q.due_at <= now_at limit 1) q
    where l.organization_id = p_organization_id and l.first_due_at <= now_at
      and (l.campaign_id = '' or k.status = 'running') and p_campaign_id in ('', l.campaign_id));
end $$;
