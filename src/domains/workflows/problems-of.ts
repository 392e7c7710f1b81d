import { type Queryable, readStatement } from '../../platform/db/index.ts';
import type { FieldError } from '../../platform/kernel/index.ts';
import type { Named, NestedList, Step } from '../workflow-definition/index.ts';
import { eventTriggerProblems } from './event-trigger.ts';
import type { WorkflowTrigger } from './schemas.ts';

/** The steps of a draft with a function for their inner steps, or the problems of the draft. */
type CheckedSteps = { steps: Step[]; nestedLists: (step: Step) => NestedList[] } | { problems: FieldError[] };

/** Validates a draft's definition, regardless of the publisher's scopes. */
export async function checkedSteps(definition: unknown): Promise<CheckedSteps> {
  // Loaded on first use, because most API processes never need it.
  const { checkDefinition, nestedLists } = await import('../workflow-definition/index.ts');
  const checked = checkDefinition(definition);
  if (!('problems' in checked)) return { steps: checked.definition.steps, nestedLists };
  return { problems: checked.problems.map(({ field, message }) => ({ field: within(field), message })) };
}

/** Returns the missing resources that steps name, and the problems of the event trigger. */
export async function surroundingProblems(
  db: Queryable,
  organizationId: string,
  trigger: WorkflowTrigger | undefined,
  steps: readonly Step[],
): Promise<FieldError[]> {
  const { namedIn } = await import('../workflow-definition/index.ts');
  const problems = await unknownNames(db, organizationId, namedIn(steps));
  if (trigger?.type === 'event') problems.push(...(await eventTriggerProblems(trigger, steps)));
  return problems;
}

function within(field: string): string {
  return field === 'definition' ? field : `definition.${field}`;
}

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

/** Returns the resources that a definition names and the organization does not have. */
async function unknownNames(
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
    return {
      field: `definition.${field}`,
      message: `must be the ${by} of an existing ${kind} (step ${step})`,
    };
  });
}
