-- Stores pushes in the order of the array: [{organizationId, phoneNumber, pushId, data}, …]. A number keeps only
-- its newest push, so of several for one number the last of the array is stored.
--
-- `pushed_at` is read after the wait for the row and is later than that of the push it replaces, even where the
-- clock has not moved on.
--
-- Locks: the rows of personalization by organization and number, so that batches wait for each other and never
-- deadlock.
--
-- Cost: one statement for all pushes: one sort of the batch, then one inserted or updated row for each different
-- number.
create or replace function personalization_store(p_items json) returns void language plpgsql as $$
begin
  insert into personalization as held (organization_id, customer_number, push_id, data, pushed_at)
    select distinct on (organization_id, customer_number)
      organization_id, customer_number, item->>'pushId', item->'data', clock_timestamp()
    from (
      select item->>'organizationId' as organization_id, item->>'phoneNumber' as customer_number, item, place
      from json_array_elements(p_items) with ordinality as listed (item, place)
    ) as items
    order by organization_id, customer_number, place desc
  on conflict (organization_id, customer_number) do update
    set push_id = excluded.push_id, data = excluded.data, consumed_at = null, consumed_by_call_id = null,
        pushed_at = greatest(clock_timestamp(), held.pushed_at + interval '1 microsecond');
end $$;
