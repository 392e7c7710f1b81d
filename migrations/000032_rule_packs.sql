-- Which packs of calling-hours rules an organization has switched on.
alter table organizations add column rule_packs text[] not null default '{}';
