-- Returns every sealed secret of the installation with the table that it is in. Key rotation seals these again, and
-- nothing else: a new sealed column has to be added here.
--
-- Takes no locks.
--
-- Cost: reads twelve tables whole, webhook_endpoints twice. It parses the configuration of every draft and agent
-- version.
create or replace function sealed_secrets() returns table (source text, sealed bytea) language sql stable as $$
  select 'trunks', sealed_password from trunks where sealed_password is not null
  union all select 'member_devices', sealed_password from member_devices
  union all select 'provider_keys', sealed_key from provider_keys where sealed_key is not null
  union all select 'carrier_connections', sealed_secrets from carrier_connections
  union all select 'webhook_endpoints', sealed_secret from webhook_endpoints
  union all select 'webhook_endpoints', sealed_previous_secret from webhook_endpoints where sealed_previous_secret is not null
  union all select 'workflow_secrets', sealed_value from workflow_secrets
  union all select 'organizations', decode(eligibility_webhook->>'sealedSecret', 'base64') from organizations
    where eligibility_webhook is not null
  union all select 'agents', unnest(sealed_in_tools(draft)) from agents where draft is not null
  union all select 'agent_versions', unnest(sealed_in_tools(configuration)) from agent_versions
  union all select 'chat_trials', unnest(sealed_in_tools(draft)) from chat_trials where draft is not null
  union all select 'outgoing_mails', sealed_content from outgoing_mails where sealed_content is not null
  union all select 'alert_channels', sealed_target from alert_channels;
$$;
