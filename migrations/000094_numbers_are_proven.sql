-- A number is one organization's: that of the first which adds it. A claim that no answered call over the number's trunk has
-- proven within 30 days keeps no other organization from adding the number, so that nobody holds it without having it.
-- Numbers from before count as proven.
alter table phone_numbers add column proven_at timestamptz(3);
update phone_numbers set proven_at = created_at;
drop index phone_numbers_number;
create unique index phone_numbers_number on phone_numbers (phone_number, organization_id);

-- Whether the claim keeps other organizations from adding the number.
create function claim_stands(p_number phone_numbers) returns boolean language sql stable as $$
  select p_number.proven_at is not null or p_number.created_at > now() - interval '30 days'
$$;
