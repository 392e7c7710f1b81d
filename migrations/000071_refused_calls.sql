-- Works with programs from 000017 on.

-- Why a calls process takes no new call now, and the inbound calls that it refused for lack of capacity.
alter table nodes add column refusal text;
alter table nodes add column refused_calls bigint not null default 0;
alter table nodes add column refused_reason text;
alter table nodes add column refused_at timestamptz(3);
