-- Returns the local presence numbers nearest to a customer that are not in `p_full`: in North America those of the
-- area code, else of the state or province, else of its neighbours; elsewhere those that share the most leading
-- digits.
--
-- Takes no locks.
--
-- Cost: in North America, one descent of the index phone_numbers_presence for the area code. The area codes of the
-- region, and then those of its neighbours, are only searched where none was found before. Elsewhere the
-- organization's local presence numbers are read twice.
create or replace function local_presence_numbers(p_organization_id text, p_customer text, p_full text[])
  returns setof text language plpgsql stable as $$
declare
  own_region text;
begin
  if left(p_customer, 2) <> '+1' then
    return query select phone_number_id from phone_numbers
      where organization_id = p_organization_id and local_presence and phone_number like calling_code(p_customer) || '%'
        and phone_number_id <> all(p_full)
        and number_distance(p_customer, phone_number) = (
          select min(number_distance(p_customer, phone_number)) from phone_numbers
          where organization_id = p_organization_id and local_presence
            and phone_number like calling_code(p_customer) || '%' and phone_number_id <> all(p_full));
    return;
  end if;
  return query select phone_number_id from phone_numbers where organization_id = p_organization_id and local_presence
    and left(phone_number, 5) = left(p_customer, 5) and phone_number_id <> all(p_full);
  if found then return; end if;
  select region into own_region from area_codes where area_code = substr(p_customer, 3, 3);
  return query select n.phone_number_id from area_codes a join phone_numbers n
      on n.organization_id = p_organization_id and n.local_presence and left(n.phone_number, 5) = '+1' || a.area_code
    where a.region = own_region and n.phone_number_id <> all(p_full);
  if found then return; end if;
  return query select n.phone_number_id from region_borders b join area_codes a on a.region = b.neighbour
      join phone_numbers n
        on n.organization_id = p_organization_id and n.local_presence and left(n.phone_number, 5) = '+1' || a.area_code
    where b.region = own_region and n.phone_number_id <> all(p_full);
end $$;
