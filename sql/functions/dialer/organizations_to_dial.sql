-- Returns the organizations whose queue is worth a look: those with a lane that may have a due call, and those with
-- an open hold of a cap, which a claim ends.
--
-- Takes no locks.
--
-- Cost: one read of the lanes of all organizations, because `first_due_at` has no index, and one of all open holds. It
-- depends on the number of lanes and not on the length of the queue.
create or replace function organizations_to_dial() returns table (organization_id text) language sql as $$
  select l.organization_id from dial_lanes l where l.first_due_at <= (select dialer_now())
  union
  select h.organization_id from holds h where h.until is null and h.cap is not null
  order by organization_id
$$;
