-- Whether somebody outside is being asked about a claimed call, which is dialed only when this is false again: of those
-- whose process dies meanwhile it is certain that nobody's telephone rang.
alter table live_calls add column asking boolean not null default false;
