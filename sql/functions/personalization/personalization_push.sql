-- Stores pushes (personalization_store) and appends an audit entry for each. The items also name memberId,
-- requestId and auditLogId.
--
-- Locks, in order: those of personalization_store, then the audit heads by organization.
--
-- Cost: one round trip for all pushes. To personalization_store each push adds one audit entry (audit_append).
create or replace function personalization_push(p_items json) returns void language plpgsql as $$
begin
  perform personalization_store(p_items);
  perform audit_append(item->>'organizationId', item->>'memberId', 'pushed', 'personalization', item->>'pushId',
      null, item->>'requestId', (item->>'auditLogId')::uuid)
    from (
      select item from json_array_elements(p_items) with ordinality as listed (item, place)
      order by item->>'organizationId', place
    ) as items;
end $$;
