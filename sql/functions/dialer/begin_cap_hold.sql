-- Records that a reached cap holds calls. `p_campaign_id` is '' for the cap of the organization. A hold of the
-- same cap that ended less than a second ago goes on, so that a queue at its cap is one hold and not one for each
-- call that ends. The newest 1,000 holds of a cap are kept.
--
-- Locks: the rows of holds that it writes. The caller holds the organization's slot row.
--
-- Cost: one lookup of the newest hold and one update where it goes on. A new hold adds one row, and one walk back over
-- the newest 1,000 holds in the primary key.
create or replace function begin_cap_hold(p_organization_id text, p_campaign_id text, p_cap integer)
  returns void language plpgsql as $$
begin
  update holds h set until = null from (
      select hold_id from holds where organization_id = p_organization_id and campaign_id = p_campaign_id
        and reason in ('organization-limit', 'campaign-limit') order by hold_id desc limit 1) last
    where h.organization_id = p_organization_id and h.campaign_id = p_campaign_id and h.hold_id = last.hold_id
      and h.cap = p_cap and h.until > dialer_now() - interval '1 second';
  if found then return; end if;
  insert into holds (organization_id, campaign_id, reason, cap)
    values (p_organization_id, p_campaign_id,
      case when p_campaign_id = '' then 'organization-limit' else 'campaign-limit' end, p_cap);
  delete from holds h using (
      select hold_id from holds where organization_id = p_organization_id and campaign_id = p_campaign_id
        and cap is not null order by hold_id desc offset 1000 limit 1) surplus
    where h.organization_id = p_organization_id and h.campaign_id = p_campaign_id and h.cap is not null
      and h.hold_id <= surplus.hold_id;
end $$;
