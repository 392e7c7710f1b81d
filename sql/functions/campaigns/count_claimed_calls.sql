-- Counts claimed calls against the allowances of their campaigns. Campaigns without an allowance are left out.
--
-- Locks: rows of campaign_pacing by key. The caller holds the organization's slot row, under which the allowance was read.
--
-- Cost: one index scan of the organization's rows of campaign_pacing, which only campaigns of teams have, and one update for each
-- of them that claimed calls.
create or replace function count_claimed_calls(p_organization_id text, p_taken dial_candidate[], p_claimed text[])
returns void
language plpgsql
as $$
declare
  paced record;
begin
  for paced in
    select a.campaign_id, count(*)::integer as calls from campaign_pacing a
      join unnest(p_taken) as t on t.campaign_id = a.campaign_id
    where a.organization_id = p_organization_id and t.call_id = any(p_claimed)
    group by a.campaign_id order by a.campaign_id
  loop
    update campaign_pacing set claimed = claimed + paced.calls
      where organization_id = p_organization_id and campaign_id = paced.campaign_id;
  end loop;
end $$;
