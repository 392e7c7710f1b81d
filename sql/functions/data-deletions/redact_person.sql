-- Returns a text without the person's name or number. A bare number in JSON becomes null, so that JSON stays JSON.
--
-- Takes no locks.
--
-- Cost: two passes of regular expressions over the text. It reads no table.
create or replace function redact_person(p_text text, p_bare text, p_pattern text, p_instead text)
  returns text language sql immutable as $$
  select regexp_replace(regexp_replace(p_text, p_bare, '\1null', 'g'), p_pattern, p_instead, 'g')
$$;
