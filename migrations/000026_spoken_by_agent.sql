-- The same as calls_spoken, for the figures of one agent.
create index calls_spoken_by_agent on calls (organization_id, agent_id, created_at) where latency is not null;
