-- How many runs stem from this one, by steps that start workflows: those that it started, those that they started, and so on.
-- Of a run that another one started it is 0: they are counted where the first began.
alter table workflow_runs add column descendants integer not null default 0;
