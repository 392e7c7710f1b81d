-- Which campaigns go by a retry configuration is asked of their calls, of which one is enough. Calls without one, and
-- those of no campaign, are not in the index, and nothing that is in it ever changes.
create index calls_retry_config on calls (organization_id, call_retry_config_id, campaign_id)
  where call_retry_config_id is not null and campaign_id <> '';
