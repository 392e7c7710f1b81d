-- An analysis of a chat that was asked for after its first one, while it is pending: `analysis_request_id` tells its job from
-- those before, `analysis_asked_version` is the version of the agent that it goes by. `analysis_requests`: how many were asked for.
alter table chats
  add column analysis_request_id text,
  add column analysis_asked_version integer,
  add column analysis_requests integer not null default 0,
  -- The version of the agent by which the chat was analysed. Null: the one that it ran.
  add column analysis_agent_version integer;
