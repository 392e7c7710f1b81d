-- Works with programs from 000017 on.
-- Rules on the callers who wait for a team.
alter table alert_rules add column team_id text;
