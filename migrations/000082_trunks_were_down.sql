-- Works with programs from 000017 on.

-- When a trunk that is not down was down last, and why.
alter table trunk_health add column was_down_since timestamp(3) with time zone, add column was_down_reason text;
