-- Trigger of imports that are completed: stores the event `campaign.importCompleted`.
--
-- Takes no locks.
--
-- Cost: one row of events for each completed import.
create or replace function emit_import_completed() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, 'campaign.importCompleted', new.campaign_id, json_build_object('importId', new.import_id,
      'campaignId', new.campaign_id, 'rowsRead', new.rows_read, 'rowsAccepted', new.rows_accepted,
      'rowsRefused', new.rows_refused, 'createdAt', rfc3339(new.created_at), 'completedAt', rfc3339(new.completed_at)));
  return null;
end $$;
