-- A sign-in by a provider is good for one session: its state is told apart by its digest.
alter table sessions add column oidc_state bytea;
create unique index sessions_oidc_state on sessions (oidc_state) where oidc_state is not null;
