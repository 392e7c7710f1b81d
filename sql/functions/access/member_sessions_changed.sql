-- Trigger of members whose role changes or who are deleted: marks their sessions as changed, and ends them after a
-- deletion. Processes that remember a session look again. clock_timestamp() and not now(), because a reader of
-- recent changes must not miss those of a long transaction.
--
-- Locks: the member's rows of sessions.
create or replace function member_sessions_changed() returns trigger language plpgsql as $$
begin
  update sessions
  set changed_at = clock_timestamp(), ended_at = case when tg_op = 'DELETE' then clock_timestamp() else ended_at end
  where organization_id = old.organization_id and member_id = old.member_id and ended_at is null;
  return null;
end
$$;
