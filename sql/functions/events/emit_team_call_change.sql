-- Trigger of calls that wait for a team: stores the event `teamCall.waiting`, `teamCall.ringing`, `teamCall.answered`,
-- `teamCall.abandoned`, `teamCall.unanswered` or `teamCall.ended` with a copy of the row, which will change again.
--
-- Takes no locks.
--
-- Cost: one row of events for each new state of a call of a team.
create or replace function emit_team_call_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.state = old.state then return null; end if;
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, case
        when new.state = 'waiting' then 'teamCall.waiting'
        when new.state = 'offered' then 'teamCall.ringing'
        when new.state = 'answered' then 'teamCall.answered'
        when new.outcome = 'answered' then 'teamCall.ended'
        when new.outcome = 'abandoned' then 'teamCall.abandoned'
        else 'teamCall.unanswered' end,
      new.team_call_id, json_build_object('teamCallId', new.team_call_id, 'teamId', new.team_id, 'callId', new.call_id,
        'campaignId', new.campaign_id, 'memberId', new.member_id, 'outcome', new.outcome,
        'waitingSince', rfc3339(new.waiting_since), 'answeredAt', rfc3339(new.answered_at),
        'endedAt', rfc3339(new.ended_at)));
  return null;
end $$;
