import type { Queryable } from '../../platform/db/index.ts';
import type { FieldError } from '../../platform/kernel/index.ts';
import type { NestedList, Step } from '../workflow-definition/index.ts';
import { eventTriggerProblems } from './event-trigger.ts';
import type { WorkflowTrigger } from './schemas.ts';
import { unknownNames } from './unknown-names.ts';

/** The steps of a draft, with what leads to those within them; or why it is no definition that could run. */
type CheckedSteps = { steps: Step[]; nestedLists: (step: Step) => NestedList[] } | { problems: FieldError[] };

/** Holds a draft to what a definition is, whoever publishes it. */
export async function checkedSteps(definition: unknown): Promise<CheckedSteps> {
  // Loaded by the first that is checked: most processes that serve HTTP never need it.
  const { checkDefinition, nestedLists } = await import('../workflow-definition/index.ts');
  const checked = checkDefinition(definition);
  if (!('problems' in checked)) return { steps: checked.definition.steps, nestedLists };
  return { problems: checked.problems.map(({ field, message }) => ({ field: within(field), message })) };
}

/** What steps name that is not there, and what is wrong with the event that starts them. */
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
