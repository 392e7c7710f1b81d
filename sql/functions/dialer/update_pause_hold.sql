-- Trigger of campaigns that are paused or resumed: begins or ends the hold `campaign-paused`. A trigger, because
-- requests, upkeep and queueing all change campaigns.
--
-- Locks: only the rows of holds that it writes.
--
-- Cost: each change of status adds one row of holds, or one update by the index holds_open.
create or replace function update_pause_hold() returns trigger language plpgsql as $$
begin
  if new.status = 'paused' then
    insert into holds (organization_id, campaign_id, reason)
      values (new.organization_id, new.campaign_id, 'campaign-paused');
  else
    update holds set until = dialer_now()
      where organization_id = new.organization_id and campaign_id = new.campaign_id and reason = 'campaign-paused'
        and until is null;
  end if;
  return null;
end $$;
