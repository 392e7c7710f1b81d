-- Returns whether an organization's claim to a number keeps other organizations from adding the number: it is
-- proven, or less than 30 days old.
--
-- Takes no locks.
--
-- Cost: pure arithmetic on the given row.
create or replace function is_number_claim_valid(p_number phone_numbers) returns boolean language sql stable as $$
  select p_number.proven_at is not null or p_number.created_at > now() - interval '30 days'
$$;
