-- Returns how far a number is from a customer. In North America: 0 the same area code, 1 the same state or
-- province, 2 one that borders on it. Elsewhere 3 to 20, the less the more leading digits they share. Null: another
-- country, or too far.
--
-- Takes no locks.
--
-- Cost: in North America nothing for the same area code, else two lookups in area_codes and at most one in
-- region_borders. Elsewhere pure text comparison, of at most 15 prefixes.
create or replace function number_distance(p_customer text, p_own text) returns integer language plpgsql stable as $$
declare
  customer_region text;
  own_region text;
begin
  if calling_code(p_customer) <> calling_code(p_own) then return null; end if;
  if left(p_customer, 2) = '+1' then
    if left(p_customer, 5) = left(p_own, 5) then return 0; end if;
    select region into customer_region from area_codes where area_code = substr(p_customer, 3, 3);
    select region into own_region from area_codes where area_code = substr(p_own, 3, 3);
    if customer_region = own_region then return 1; end if;
    if exists (select from region_borders where region = customer_region and neighbour = own_region) then return 2; end if;
    return null;
  end if;
  for shared in reverse 16..2 loop
    if left(p_customer, shared) = left(p_own, shared) then return greatest(3, 20 - shared); end if;
  end loop;
  return null;
end $$;
