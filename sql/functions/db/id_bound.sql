-- Returns a text that sorts between the ids made before `p_at` and those made at or after it, as `idBound` does in
-- Node.js: the prefix and ten characters of milliseconds in Crockford's base 32.
--
-- Takes no locks.
--
-- Cost: pure arithmetic.
create or replace function id_bound(p_prefix text, p_at timestamptz) returns text language sql immutable as $$
  select p_prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
    1 + ((floor(extract(epoch from p_at) * 1000)::bigint >> (5 * place)) & 31)::integer, 1), '' order by place desc)
  from generate_series(0, 9) as place
$$;
