-- Returns a new time-ordered UUID, version 7 (RFC 9562 §5.7): a random UUID whose first 48 bits are the
-- milliseconds of the clock.
--
-- Takes no locks.
--
-- Cost: pure arithmetic on 16 random bytes and the clock.
create or replace function uuid_v7() returns uuid language sql volatile as $$
  select encode(set_byte(bytes, 6, (get_byte(bytes, 6) & 15) | 112), 'hex')::uuid
  from (select overlay(uuid_send(gen_random_uuid()) placing
    substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6) as bytes) as fresh
$$;
