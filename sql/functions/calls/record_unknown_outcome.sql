-- Trigger of outbound calls that end with `unknown-outcome`: adds the call to unknown_outcomes, from where a
-- request to dial such calls again takes it.
--
-- Takes no locks but that of the row it inserts.
--
-- Cost: each such call adds one row of unknown_outcomes.
create or replace function record_unknown_outcome() returns trigger language plpgsql as $$
begin
  insert into unknown_outcomes (organization_id, campaign_id, call_id)
    values (new.organization_id, new.campaign_id, new.call_id) on conflict do nothing;
  return null;
end $$;
