-- Calls whose outcome is unknown and that nobody has asked to be dialed again: written with the end, taken out by the
-- request. A table of its own, because an index of `calls` by the outcome would cost every update of an ending call.
create table unknown_outcomes (
  organization_id text not null,
  campaign_id text not null,
  call_id text not null,
  primary key (organization_id, campaign_id, call_id)
);

create function note_unknown_outcome() returns trigger language plpgsql as $$
begin
  insert into unknown_outcomes (organization_id, campaign_id, call_id)
    values (new.organization_id, new.campaign_id, new.call_id) on conflict do nothing;
  return null;
end $$;

create trigger calls_unknown after update of ended_reason on calls for each row
  when (new.ended_reason = 'unknown-outcome' and old.ended_reason is distinct from 'unknown-outcome'
    and new.type = 'outboundPhoneCall')
  execute function note_unknown_outcome();

insert into unknown_outcomes (organization_id, campaign_id, call_id)
  select organization_id, campaign_id, call_id from calls
  where ended_reason = 'unknown-outcome' and type = 'outboundPhoneCall';
