import { type Queryable, readStatement } from '../../../platform/db/index.ts';
import type { DialPlan } from '../../rules/index.ts';
import { configurationOf } from '../configuration-of.ts';
import type { AgentConfiguration } from '../schemas.ts';

const users = readStatement(
  'agents.users',
  `select 'phone number ' || phone_number as name from phone_numbers
     where organization_id = $1 and inbound_agent_id = $2
   union all
   select 'campaign ' || name from campaigns where organization_id = $1 and agent_id = $2 and status <> 'ended'
   union all
   (select 'call ' || call_id from live_calls join calls using (organization_id, call_id)
      where organization_id = $1 and agent_id = $2 limit 1)
   union all
   (select 'call ' || call_id from queued_calls join calls using (organization_id, call_id)
      where organization_id = $1 and agent_id = $2 limit 1)
   union all
   (select 'chat ' || chat_id from chats where organization_id = $1 and $2 in (agent_id, active_agent_id)
      and status in ('active', 'handedOff') limit 1)
   union all
   (select 'agent ' || a.name from agents a join agent_versions v
      on v.organization_id = a.organization_id and v.agent_id = a.agent_id and v.version = a.version
      where a.organization_id = $1 and a.agent_id <> $2
        and (exists (select from json_array_elements(v.configuration -> 'tools') t where t ->> 'agentId' = $2)
          or exists (select from json_array_elements(a.draft -> 'tools') t where t ->> 'agentId' = $2)
          or exists (select from unnest(array[v.configuration, a.draft]) c, json_each(c #> '{flow,stages}') stage
            where stage.value #>> '{finish,handOver,agentId}' = $2))
      order by a.agent_id limit 5)
   limit 5`,
);

/** Returns up to five descriptions of what uses the agent. */
export async function usersOfAgent(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(users, [organizationId, agentId]);
  return rows.map(({ name }) => name);
}

const selectTerms = readStatement(
  'agents.address_terms',
  `select o.sip_hosts as "sipHosts", coalesce(json_agg(json_build_object('host', t.host, 'dialPlan', t.dial_plan,
       'number', n.phone_number)) filter (where t.host is not null), '[]') as trunks
   from organizations o
     left join trunks t on t.organization_id = o.organization_id
     left join lateral (select phone_number from phone_numbers n where n.organization_id = t.organization_id
       order by (n.trunk_id = t.trunk_id) desc nulls last, phone_number_id limit 1) n on true
   where o.organization_id = $1 group by o.organization_id`,
);

/** The facts that decide whether an organization can call a SIP address. */
interface AddressTerms {
  sipHosts: string[];
  trunks: { host: string; dialPlan: DialPlan; number: string | null }[];
}

/** Returns the hosts and trunks of an organization. Each trunk has one number: of its own, if it has any. */
export async function addressTerms(db: Queryable, organizationId: string): Promise<AddressTerms> {
  const [row] = await db.query<AddressTerms>(selectTerms, [organizationId]);
  return row ?? { sipHosts: [], trunks: [] };
}

const knownKeys = readStatement(
  'agents.known_provider_keys',
  // Locked, so that no key is deleted before the agent that names it is stored.
  `select provider, name from provider_keys where organization_id = $1 and provider = any($2) and name = any($3)
   order by provider_key_id for key share`,
);

/** Returns those of the named provider keys that exist, and prevents their deletion until the transaction ends. */
export function holdProviderKeys(
  tx: Queryable,
  organizationId: string,
  named: readonly { provider: string; key: string | null }[],
): Promise<{ provider: string; name: string }[]> {
  const values = [organizationId, named.map(({ provider }) => provider), named.map(({ key }) => key)];
  return tx.query(knownKeys, values);
}

const knownWorkflows = readStatement(
  'agents.known_workflows',
  // Locked, so that no workflow is deleted before an agent that names it is stored.
  'select workflow_id from workflows where organization_id = $1 and workflow_id = any($2) for key share',
);

/** Returns those of the workflows that exist, and prevents their deletion until the transaction ends. */
export async function holdWorkflows(
  tx: Queryable,
  organizationId: string,
  workflowIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ workflow_id: string }>(knownWorkflows, [organizationId, workflowIds]);
  return new Set(rows.map(({ workflow_id }) => workflow_id));
}

const knownAgents = readStatement(
  'agents.known_agents',
  // Locked, so that no agent is deleted before another one that names it is stored.
  'select agent_id from agents where organization_id = $1 and agent_id = any($2) order by agent_id for key share',
);

/** Returns those of the agents that exist, and prevents their deletion until the transaction ends. */
export async function holdAgents(
  tx: Queryable,
  organizationId: string,
  agentIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ agent_id: string }>(knownAgents, [organizationId, agentIds]);
  return new Set(rows.map(({ agent_id }) => agent_id));
}

const knownSound = readStatement(
  'agents.known_sound',
  // Locked, so that the sound is not deleted before an agent that plays it is stored.
  'select from sounds where organization_id = $1 and sound_id = $2 for key share',
);

/** Returns whether a sound exists, and prevents its deletion until the transaction ends. */
export async function holdSound(tx: Queryable, organizationId: string, soundId: string): Promise<boolean> {
  return (await tx.query(knownSound, [organizationId, soundId])).length > 0;
}

const knownTeams = readStatement(
  'agents.known_teams',
  // Locked, so that no team is deleted before an agent that transfers to it is stored.
  'select team_id from teams where organization_id = $1 and team_id = any($2) order by team_id for key share',
);

/** Returns those of the teams that exist, and prevents their deletion until the transaction ends. */
export async function holdTeams(
  tx: Queryable,
  organizationId: string,
  teamIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ team_id: string }>(knownTeams, [organizationId, teamIds]);
  return new Set(rows.map(({ team_id }) => team_id));
}

const teamCampaign = readStatement(
  'agents.campaign_for_team',
  `select name from campaigns where organization_id = $1 and agent_id = $2 and status <> 'ended' and dialing_mode <> 'agent'
   order by campaign_id limit 1`,
);

/** Returns the name of a campaign of the agent whose answered calls a team takes; null when there is none. */
export async function campaignForTeam(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<string | null> {
  const [row] = await db.query<{ name: string }>(teamCampaign, [organizationId, agentId]);
  return row?.name ?? null;
}

const knownSources = readStatement(
  'agents.known_knowledge_sources',
  // Locked, so that no source is deleted before an agent that names it is stored.
  `select source_id from knowledge_sources where organization_id = $1 and source_id = any($2)
   order by source_id for key share`,
);

/** Returns those of the sources of knowledge that exist, and prevents their deletion until the transaction ends. */
export async function holdSources(
  tx: Queryable,
  organizationId: string,
  sourceIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ source_id: string }>(knownSources, [organizationId, sourceIds]);
  return new Set(rows.map(({ source_id }) => source_id));
}

const agentsNaming = readStatement(
  'agents.naming_provider',
  `select a.agent_id, v.configuration from agents a
     join agent_versions v on v.organization_id = a.organization_id and v.agent_id = a.agent_id and v.version = a.version
   where a.organization_id = $1 and strpos(v.configuration::text, $2) > 0 order by a.agent_id`,
);
const keysLeft = readStatement(
  'agents.keys_of_provider',
  'select name from provider_keys where organization_id = $1 and provider = $2',
);

/** Returns the agents whose published version may name a provider, with that version. */
export async function agentsNamingProvider(
  db: Queryable,
  organizationId: string,
  provider: string,
): Promise<{ agentId: string; configuration: AgentConfiguration }[]> {
  type Row = { agent_id: string; configuration: object };
  const rows = await db.query<Row>(agentsNaming, [organizationId, JSON.stringify(provider)]);
  return rows.map(({ agent_id, configuration }) => ({
    agentId: agent_id,
    configuration: configurationOf(configuration),
  }));
}

/** Returns the names of the organization's keys of a provider; null for a key without a name. */
export async function keysOfProvider(
  db: Queryable,
  organizationId: string,
  provider: string,
): Promise<(string | null)[]> {
  const rows = await db.query<{ name: string | null }>(keysLeft, [organizationId, provider]);
  return rows.map(({ name }) => name);
}
