-- Returns the calling code of an E.164 number with its plus: `+1` and `+7`, the listed codes of two digits, else
-- three digits (ITU-T E.164, assigned codes).
--
-- Takes no locks.
--
-- Cost: pure text matching, without a table.
create or replace function calling_code(p_number text) returns text language sql immutable as $$
  select left(p_number, case when p_number ~ '^\+[17]' then 2
    when p_number ~ '^\+(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])' then 3 else 4 end)
$$;
