import type { Queryable } from '../../platform/db/index.ts';
import type { FieldError } from '../../platform/kernel/index.ts';
import type { Named, NestedList, Step } from '../workflow-definition/index.ts';
import { eventTriggerProblems } from './event-trigger.ts';
import type { WorkflowTrigger } from './schemas.ts';
import { missingNames } from './store/versions.ts';

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

/** Returns the resources that a definition names and the organization does not have. */
async function unknownNames(
  db: Queryable,
  organizationId: string,
  named: readonly Named[],
): Promise<FieldError[]> {
  const missing = await missingNames(db, organizationId, named);
  return missing.map(({ kind, field, step }) => {
    const by = kind === 'secret' || kind === 'provider key' ? 'name' : 'id';
    return {
      field: `definition.${field}`,
      message: `must be the ${by} of an existing ${kind} (step ${step})`,
    };
  });
}
