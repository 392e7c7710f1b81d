-- Works with programs from 000017 on.

-- Chats that test an agent: with its draft, or from the middle of its flow. A program from before answers them with the
-- published version, from the beginning of its flow.
create table chat_trials (
  organization_id text not null,
  chat_id text not null,
  -- The agent with which the chat began. The secrets of its tools are sealed for it.
  agent_id text not null,
  -- The draft that answers, as it was when the chat began; null: the agent's published version answers.
  draft json,
  -- The stage with which the flow begins, and the variables that it knows then; null: the flow begins as usual.
  flow_start json,
  primary key (organization_id, chat_id),
  foreign key (organization_id, chat_id) references chats on delete cascade
);

-- From sql/functions/keys/sealed_secrets.sql.
create or replace function sealed_secrets() returns table (source text, sealed bytea) language sql stable as $$
  select 'trunks', sealed_password from trunks where sealed_password is not null
  union all select 'provider_keys', sealed_key from provider_keys where sealed_key is not null
  union all select 'webhook_endpoints', sealed_secret from webhook_endpoints
  union all select 'webhook_endpoints', sealed_previous_secret from webhook_endpoints where sealed_previous_secret is not null
  union all select 'workflow_secrets', sealed_value from workflow_secrets
  union all select 'organizations', decode(eligibility_webhook->>'sealedSecret', 'base64') from organizations
    where eligibility_webhook is not null
  union all select 'agents', unnest(sealed_in_tools(draft)) from agents where draft is not null
  union all select 'agent_versions', unnest(sealed_in_tools(configuration)) from agent_versions
  union all select 'chat_trials', unnest(sealed_in_tools(draft)) from chat_trials where draft is not null;
$$;
