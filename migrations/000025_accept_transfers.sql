-- Whether the other side of a call over the trunk may put us through to somebody else (REFER). Whom we call then costs the
-- organization money, so it is off until somebody wants it.
alter table trunks add column accept_transfers boolean not null default false;
