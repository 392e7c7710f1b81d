-- An import that was canceled is completed with what had been taken by then.
alter table imports add column canceled_at timestamptz(3);
create index imports_of on imports (organization_id, kind, campaign_id, import_id);
