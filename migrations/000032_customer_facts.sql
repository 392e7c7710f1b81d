-- Works with programs from 000017 on.

-- What agents remember of customers. A customer is a telephone number in E.164 or, where a chat has none, the id in
-- chats. A newer fact replaces the one of the same topic.
create table customer_facts (
  organization_id text not null references organizations on delete cascade,
  fact_id text not null,
  known_by text not null check (known_by in ('phoneNumber', 'customerUniqueId')),
  customer text not null,
  -- The agent whose fact it is; null for a fact of all agents that share theirs.
  agent_id text,
  topic text not null,
  fact text not null,
  written_by text not null check (written_by in ('analysis', 'tool', 'member')),
  -- The member who wrote or corrected it.
  member_id text,
  -- The call or chat in which the customer said it. The fact stays when that record is removed.
  conversation_id text,
  -- For a fact of an analysis, the end of the conversation.
  written_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (organization_id, fact_id),
  foreign key (organization_id, agent_id) references agents on delete cascade
);

-- A conversation reads the facts of its customer by it; an empty text stands for all agents.
create unique index customer_facts_topic on customer_facts
  (organization_id, known_by, customer, (coalesce(agent_id, '')), (lower(topic)));
create index customer_facts_agent on customer_facts (organization_id, agent_id) where agent_id is not null;
create index customer_facts_conversation on customer_facts (organization_id, conversation_id)
  where conversation_id is not null;
create index customer_facts_expiry on customer_facts (expires_at);
