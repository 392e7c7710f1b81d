-- Agents are searched by name, which stood in the configuration of their version alone: a search would read all of each.
alter table agents add column name text not null default '';
update agents a set name = v.configuration ->> 'name' from agent_versions v
  where v.organization_id = a.organization_id and v.agent_id = a.agent_id and v.version = a.version;
-- Whoever writes an agent has to say its name.
alter table agents alter column name drop default;
