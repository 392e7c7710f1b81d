-- Works with programs from 000017 on.

-- Until when the demo organization has calls; null for every other organization.
alter table organizations add column demo_until timestamp(3) with time zone;
