-- Who put a number on the list of those that are not called, where from, and why.
alter table suppressions
  add column source text not null default 'api',
  add column reason text,
  add column created_by text;
alter table suppressions
  add constraint suppressions_source_check check (source in ('api', 'call', 'chat', 'import'));
update suppressions set source = 'call' where call_id is not null;
alter table suppressions alter column source drop default;

-- The list of one source, newest first.
create index suppressions_source on suppressions (organization_id, source, suppression_id);
