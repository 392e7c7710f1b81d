-- Works with programs from 000017 on.

-- The further fields of a provider key, such as its region, by the names of the API. They are not secret.
alter table provider_keys add column details jsonb not null default '{}';
