import { type Queryable, readStatement } from '../../platform/db/index.ts';
import type { FieldError } from '../../platform/kernel/index.ts';
import type { Named } from '../workflow-definition/index.ts';

const unknown = readStatement(
  'workflows.unknown_names',
  `select place::integer from unnest($2::text[], $3::text[], $4::text[]) with ordinality as named (kind, id, provider, place)
   where not case kind
     when 'agent' then exists (select from agents where organization_id = $1 and agent_id = id)
     when 'phone number' then exists (select from phone_numbers where organization_id = $1 and phone_number_id = id)
     when 'schedule' then exists (select from schedules where organization_id = $1 and schedule_id = id)
     when 'retry configuration'
       then exists (select from retry_configs where organization_id = $1 and call_retry_config_id = id)
     when 'chat' then exists (select from chats where organization_id = $1 and chat_id = id)
     when 'workflow' then exists (select from workflows where organization_id = $1 and workflow_id = id)
     when 'secret' then exists (select from workflow_secrets where organization_id = $1 and name = id)
     when 'provider key'
       then exists (select from provider_keys k where k.organization_id = $1 and k.provider = named.provider and k.name = id)
   end
   order by place`,
);

/** Of what a definition names, what the organization has not. */
export async function unknownNames(
  db: Queryable,
  organizationId: string,
  named: readonly Named[],
): Promise<FieldError[]> {
  if (named.length === 0) return [];
  const columns = [
    named.map(({ kind }) => kind),
    named.map(({ id }) => id),
    named.map(({ provider }) => provider ?? null),
  ];
  const rows = await db.query<{ place: number }>(unknown, [organizationId, ...columns]);
  return rows.map(({ place }) => {
    const { kind, field, step } = named[place - 1]!;
    const by = kind === 'secret' || kind === 'provider key' ? 'name' : 'id';
    return { field: `definition.${field}`, message: `there is no ${kind} with this ${by} (step ${step})` };
  });
}
