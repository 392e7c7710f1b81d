-- Trigger of new and changed campaigns: stores the event `campaign.created`, `campaign.paused`, `campaign.resumed`,
-- `campaign.ended` or `campaign.updated` with a copy of the campaign, which may change again.
--
-- Takes no locks.
--
-- Cost: one row of events for each new or changed campaign.
create or replace function emit_campaign_change() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, case
        when tg_op = 'INSERT' then 'campaign.created'
        when new.status = 'ended' and old.status <> 'ended' then 'campaign.ended'
        when new.status = 'paused' and old.status <> 'paused' then 'campaign.paused'
        when new.status <> old.status then 'campaign.resumed'
        else 'campaign.updated' end,
      new.campaign_id, json_build_object('campaignId', new.campaign_id, 'agentId', new.agent_id, 'name', new.name,
        'status', new.status, 'maxConcurrentCalls', new.max_concurrent_calls, 'weight', new.weight,
        'endAt', rfc3339(new.end_at), 'createdAt', rfc3339(new.created_at), 'endedAt', rfc3339(new.ended_at)));
  return null;
end $$;
