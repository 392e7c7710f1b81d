-- Destinations of seven to nine digits without a plus may be extensions of a telephone system: these hosts are listed, too.
with configurations as (
  select v.organization_id, v.configuration from agent_versions v
    join agents a on a.organization_id = v.organization_id and a.agent_id = v.agent_id and a.version = v.version
  union all
  select organization_id, draft from agents where draft is not null
), addresses as (
  select c.organization_id, d ->> 'destination' as address
  from configurations c,
    json_array_elements(case when json_typeof(c.configuration -> 'transferDestinations') = 'array'
      then c.configuration -> 'transferDestinations' else '[]' end) d
  where d ->> 'type' = 'sip'
), hosts as (
  select organization_id,
    lower(coalesce(substring(address from '@\[([^]]+)\]'), substring(address from '@([^]:;?[]+)'))) as host
  from addresses
  where address ~* '^sips?:[0-9]{7,9}[@;]'
), found as (
  select organization_id, array_agg(distinct host order by host) as hosts from hosts where host is not null group by 1
)
update organizations o set sip_hosts = array(select distinct unnest(o.sip_hosts || f.hosts) order by 1)
from found f where f.organization_id = o.organization_id;
