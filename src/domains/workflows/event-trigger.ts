import type { FieldError } from '../../platform/kernel/index.ts';
import { type EventType, eventTypes } from '../events/index.ts';
import type { Step } from '../workflow-definition/index.ts';

/** The events caused by starting a run or by its steps. A workflow triggered by them would start itself forever. */
const ownEvents: readonly string[] = [
  'audit.entry',
  'call.queued',
  'campaign.created',
  'chat.message',
  ...eventTypes.filter((type) => type.startsWith('workflow.')),
];

/** The events that may start a workflow. */
export const triggerEvents = eventTypes.filter((type) => !ownEvents.includes(type)) as [
  EventType,
  ...EventType[],
];

interface EventTrigger {
  type: 'event';
  event: EventType;
  filter?: string | undefined;
}

/** Returns the problems of a workflow's event trigger, given its steps. */
export async function eventTriggerProblems(
  { event, filter }: EventTrigger,
  steps: readonly Step[],
): Promise<FieldError[]> {
  const { compileExpression, ExpressionError } = await import('../../platform/expressions/index.ts');
  const { nestedLists } = await import('../workflow-definition/index.ts');
  const problem = (message: string) => [{ field: 'trigger.filter', message }];
  if (filter === undefined) {
    const calls = (step: Step): boolean =>
      step.type === 'queueCall' ||
      step.type === 'placeCall' ||
      nestedLists(step).some((list) => list.steps.some(calls));
    return /^(call|teamCall)\./.test(event) && steps.some(calls)
      ? problem('must select the calls: those that the workflow makes would start it again')
      : [];
  }
  try {
    const { names, steps: named } = compileExpression(filter).references;
    const strange = [...names, ...(named.size > 0 ? ['steps'] : [])].find((name) => name !== 'event');
    return strange === undefined ? [] : problem(`refers to ${strange.slice(0, 64)}; only event is available`);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return problem(error.message);
  }
}
