-- Works with programs from 000017 on.
-- False for a campaign that was created paused and that was not resumed yet.
alter table campaigns add column has_started boolean not null default true;
