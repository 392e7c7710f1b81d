-- Returns the sentence that explains why a call of local presence is made from its number. No row for a call
-- without local presence.
--
-- Takes no locks.
--
-- Cost: one lookup in calls and one in phone_numbers, by their primary keys. A number with local presence adds one call
-- of number_distance.
create or replace function caller_id_reason(p_organization_id text,
  p_call_id text) returns text language sql stable as $$
  select 'Called from ' || n.phone_number || ', because ' || case
      when n.local_presence then case number_distance(c.customer_number, n.phone_number)
        when 0 then 'it has the area code of the customer.'
        when 1 then 'no number of the customer''s area code was left, and it is in the same state or province.'
        when 2 then 'no number of the customer''s state was left, and it is in one that borders on it.'
        else 'of the local presence numbers it begins most like the customer''s.' end
      else 'no local presence number near the customer was left.' end
  from calls c join phone_numbers n on n.organization_id = c.organization_id
    and n.phone_number_id = coalesce(c.dial_number_id, c.phone_number_id)
  where c.organization_id = p_organization_id and c.call_id = p_call_id and c.local_presence
$$;
