-- Returns whether the organization has a number with local presence or with a daily limit. Without one each call is
-- made from the number that it asks for, and nothing has to be counted.
--
-- Takes no locks.
--
-- Cost: at most two descents, of the partial indexes phone_numbers_presence and phone_numbers_capped, however many
-- numbers there are.
create or replace function needs_number_choice(p_organization_id text) returns boolean language sql stable as $$
  select exists (select from phone_numbers where organization_id = p_organization_id and local_presence)
    or exists (select from phone_numbers where organization_id = p_organization_id and max_calls_per_day is not null)
$$;
