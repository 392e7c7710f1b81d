-- Stores pushes, in the order of the array: [{organizationId, phoneNumber, pushId, data}, …]. A number keeps its
-- newest push only, so of several pushes for one number in the array the last is stored.
--
-- Rows are taken in the order of organization and number, the same in every call, so that calls which meet wait
-- for each other and never deadlock. pushed_at is read after that wait, and lies past the one that is replaced
-- even where the clock has not moved on: whichever push was stored last is the newest by its time too.
create function personalization_store(p_items json) returns void language plpgsql as $$
begin
  insert into personalization as held (organization_id, phone_number, push_id, data, pushed_at)
    select distinct on (organization_id, phone_number)
      organization_id, phone_number, item->>'pushId', item->'data', clock_timestamp()
    from (
      select item->>'organizationId' as organization_id, item->>'phoneNumber' as phone_number, item, place
      from json_array_elements(p_items) with ordinality as listed (item, place)
    ) as items
    order by organization_id, phone_number, place desc
  on conflict (organization_id, phone_number) do update
    set push_id = excluded.push_id, data = excluded.data, consumed_at = null, consumed_by_call_id = null,
        pushed_at = greatest(clock_timestamp(), held.pushed_at + interval '1 microsecond');
end $$;

-- Stores pushes and appends an audit entry for each; its items also name memberId, requestId and auditLogId.
-- The audit heads are locked last, in the order of the organizations: see audit_append.
create function personalization_push(p_items json) returns void language plpgsql as $$
begin
  perform personalization_store(p_items);
  perform audit_append(item->>'organizationId', item->>'memberId', 'pushed', 'personalization', item->>'pushId',
      null, item->>'requestId', (item->>'auditLogId')::uuid)
    from (
      select item from json_array_elements(p_items) with ordinality as listed (item, place)
      order by item->>'organizationId', place
    ) as items;
end $$;
