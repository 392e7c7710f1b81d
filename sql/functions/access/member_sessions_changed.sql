-- Trigger of members. Marks a member's sessions as changed after a role change; ends them after a deletion. Processes
-- that cache a session reload it. Uses clock_timestamp(): now() is the start of the transaction, so readers of recent
-- changes would miss a long transaction's.
--
-- Locks: the member's rows of sessions.
--
-- Cost: each changed member adds one lookup in the index sessions_member. It reads all of the member's sessions and
-- writes those that have not ended.
create or replace function member_sessions_changed() returns trigger language plpgsql as $$
begin
  update sessions
  set changed_at = clock_timestamp(), ended_at = case when tg_op = 'DELETE' then clock_timestamp() else ended_at end
  where organization_id = old.organization_id and member_id = old.member_id and ended_at is null;
  return null;
end
$$;
