-- Trigger of organizations whose dialing is switched: begins or ends the hold `dialing-off`.
--
-- Locks: only the rows of holds that it writes.
--
-- Cost: each switch adds one row of holds, or one update by the index holds_open.
create or replace function update_dialing_off_hold() returns trigger language plpgsql as $$
begin
  if new.dialing = 'off' then
    insert into holds (organization_id, campaign_id, reason) values (new.organization_id, '', 'dialing-off');
  else
    update holds set until = dialer_now()
      where organization_id = new.organization_id and campaign_id = '' and reason = 'dialing-off' and until is null;
  end if;
  return null;
end $$;
