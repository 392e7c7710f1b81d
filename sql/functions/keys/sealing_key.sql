-- Returns the id of the key that a sealed text names; '' where it names none. Such a text was sealed with the first
-- key.
--
-- Takes no locks.
--
-- Cost: pure arithmetic on the first 12 bytes.
create or replace function sealing_key(sealed bytea) returns text language sql immutable strict
  return case when substr(sealed, 1, 4) = '\x50534b31' then encode(substr(sealed, 5, 8), 'hex') else '' end;
