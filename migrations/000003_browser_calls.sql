-- "Talks" in the browser become browser calls. Their ids get the prefix of the new name too, because lists are ordered
-- by id. Audit entries stay as they were written: the hash chain covers them.
alter table talks rename to browser_calls;
alter table browser_calls rename column talk_id to browser_call_id;
alter table browser_calls rename constraint talks_pkey to browser_calls_pkey;
alter table browser_calls rename constraint talks_organization_id_fkey to browser_calls_organization_id_fkey;
alter index talks_agent rename to browser_calls_agent;
alter index talks_age rename to browser_calls_age;
update browser_calls set browser_call_id = regexp_replace(browser_call_id, '^talk_', 'bcall_');
