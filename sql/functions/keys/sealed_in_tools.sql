-- Returns the sealed headers of the tools in an agent's configuration.
--
-- Takes no locks.
--
-- Cost: one pass over the tools of the configuration. It reads no table.
create or replace function sealed_in_tools(configuration json) returns bytea[] language sql immutable as $$
  select coalesce(array_agg(decode(h.value->>'sealed', 'base64')) filter (where h.value->>'sealed' is not null), '{}')
  from json_array_elements(configuration->'tools') t, json_each(t->'headers') h;
$$;
