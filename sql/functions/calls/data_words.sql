-- Returns the words of a text of variables or extracted data. Signs within are spaces, so that "A-4711" has the words "a" and
-- "4711", and not a negative number.
--
-- Locks: none.
create or replace function data_words(p_text text) returns tsvector language sql immutable strict as $$
  select to_tsvector('simple', translate(p_text, '-+/.@_#:,;()', '            '))
$$;
