import { type Database, statement } from '../../src/platform/db/index.ts';

const tables = {
  agent: ['agents', 'agent_id'],
  number: ['phone_numbers', 'phone_number_id'],
  schedule: ['schedules', 'schedule_id'],
  retryConfig: ['retry_configs', 'call_retry_config_id'],
  trunk: ['trunks', 'trunk_id'],
  workflow: ['workflows', 'workflow_id'],
  member: ['members', 'member_id'],
  sound: ['sounds', 'sound_id'],
  knowledgeSource: ['knowledge_sources', 'source_id'],
  team: ['teams', 'team_id'],
} as const;

/**
 * Rows `o` that still act: the column with the id, the kind it names, the source of the rows, and how the column is
 * read.
 */
interface Reference {
  column: string;
  kind: keyof typeof tables;
  from: string;
  id?: string;
}

const actingCalls = `(select c.* from calls c join (
    select organization_id, call_id from queued_calls union all select organization_id, call_id from live_calls
  ) a using (organization_id, call_id)) o`;
const agentVersions = 'agents o join agent_versions v using (organization_id, agent_id, version)';

/** All rows that still act, by the columns with ids of deletable resources. */
const references: readonly Reference[] = [
  { column: 'calls.agent_id', kind: 'agent', from: actingCalls },
  // A call from a web page has no number.
  { column: 'calls.phone_number_id', kind: 'number', from: actingCalls, id: "nullif(o.phone_number_id, '')" },
  { column: 'calls.dial_number_id', kind: 'number', from: actingCalls },
  { column: 'calls.schedule_id', kind: 'schedule', from: actingCalls },
  { column: 'calls.call_retry_config_id', kind: 'retryConfig', from: actingCalls },
  {
    column: 'calls.trunk_id',
    kind: 'trunk',
    from: `${actingCalls} join live_calls using (organization_id, call_id)`,
  },
  { column: 'queued_calls.phone_number_id', kind: 'number', from: 'queued_calls o' },
  { column: 'queued_calls.schedule_id', kind: 'schedule', from: 'queued_calls o' },
  { column: 'live_calls.trunk_id', kind: 'trunk', from: 'live_calls o' },
  { column: 'live_calls.second_leg_trunk_id', kind: 'trunk', from: 'live_calls o' },
  {
    column: 'campaigns.agent_id',
    kind: 'agent',
    from: `(select * from campaigns where status <> 'ended') o`,
  },
  {
    ...{ column: 'chats.agent_id', kind: 'agent' },
    from: `(select * from chats where status in ('active', 'handedOff')) o`,
  },
  {
    ...{ column: 'chats.active_agent_id', kind: 'agent' },
    from: `(select * from chats where status in ('active', 'handedOff')) o`,
  },
  { column: 'phone_numbers.trunk_id', kind: 'trunk', from: 'phone_numbers o' },
  {
    ...{ column: 'phone_numbers.fallback_trunk_ids', kind: 'trunk' },
    ...{ from: 'phone_numbers o cross join unnest(o.fallback_trunk_ids) as f (id)', id: 'f.id' },
  },
  { column: 'phone_numbers.inbound_agent_id', kind: 'agent', from: 'phone_numbers o' },
  {
    ...{ column: 'workflow_runs.workflow_id', kind: 'workflow' },
    from: 'workflow_open_runs join workflow_runs o using (organization_id, run_id)',
  },
  {
    column: 'api_keys.member_id',
    kind: 'member',
    from: '(select * from api_keys where revoked_at is null) o',
  },
  {
    ...{ column: 'agent_versions.configuration', kind: 'workflow', id: `t.tool ->> 'workflowId'` },
    from: `${agentVersions} cross join json_array_elements(v.configuration -> 'tools') as t (tool)`,
  },
  {
    ...{ column: 'agent_versions.configuration', kind: 'agent', id: `t.tool ->> 'agentId'` },
    from: `${agentVersions} cross join json_array_elements(v.configuration -> 'tools') as t (tool)`,
  },
  {
    ...{ column: 'agent_versions.configuration', kind: 'sound', from: agentVersions },
    id: `v.configuration #>> '{conversation,voicemailSoundId}'`,
  },
  {
    ...{
      column: 'agent_versions.configuration',
      kind: 'team',
      id: `case t.it ->> 'type' when 'team' then t.it ->> 'destination' end`,
    },
    from: `${agentVersions} cross join json_array_elements(v.configuration -> 'transferDestinations') as t (it)`,
  },
  { column: 'teams.music_sound_id', kind: 'sound', from: 'teams o' },
  {
    ...{ column: 'agent_versions.configuration', kind: 'knowledgeSource', id: 's.id' },
    from: `${agentVersions} cross join json_array_elements_text(v.configuration #> '{knowledge,sourceIds}') as s (id)`,
  },
];

/** The columns that hold ids of deletable resources while their rows act. */
export const heldColumns: readonly string[] = references
  .map(({ column }) => column)
  .filter((column) => /_ids?$/.test(column));

const select = statement(
  'test.dangling',
  [
    ...references.map(({ column, kind, from, id = `o.${column.split('.')[1]}` }) => {
      const [table, key] = tables[kind];
      return `select '${column} names ' || (${id}) as found from ${from}
        where o.organization_id = $1 and ${id} is not null and not exists (select from ${table} named
          where named.organization_id = o.organization_id and named.${key} = ${id})`;
    }),
    `select 'an agent names provider key ' || (v.configuration #>> '{model,key}') from ${agentVersions}
     where o.organization_id = $1 and v.configuration #>> '{model,key}' is not null and not exists (
       select from provider_keys k where k.organization_id = o.organization_id
         and k.name = v.configuration #>> '{model,key}')`,
  ].join('\nunion all\n'),
);

/** Returns the rows of an organization that still act and name something deleted, in words. */
export async function dangling(db: Database, organizationId: string): Promise<string[]> {
  return (await db.query<{ found: string }>(select, [organizationId])).map(({ found }) => found);
}
