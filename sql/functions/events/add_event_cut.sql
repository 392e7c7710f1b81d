-- Stores the current snapshot as the possible end of a window (events_after), once `p_events` events have come
-- since the last one. Returns whether it did.
--
-- Takes no locks.
--
-- Cost: one read of the sequence and one descent of the primary key of event_cuts, and one row of event_cuts for every
-- `p_events` events. The number of organizations does not matter.
create or replace function add_event_cut(p_events integer) returns boolean language plpgsql as $$
declare
  newest bigint;
begin
  select case when is_called then last_value else 0 end into newest from events_seq_seq;
  if newest - coalesce((select c.seq from event_cuts c order by c.cut_id desc limit 1), 0) < p_events then
    return false;
  end if;
  insert into event_cuts (snapshot, seq) values (event_snapshot(), newest);
  return true;
end $$;
