import { change, type Scope } from '../../platform/audit/index.ts';
import { statement } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import type { BringWorkflowEvent, WorkflowEventBrought } from './schemas.ts';

const bring = statement(
  'workflow_events.bring',
  'select workflow_bring_event($1, $2, $3, $4, $5) as "stepsAnswered"',
);

/** Sends an event to the steps that wait for its key, or keeps it for the next one. */
export async function bringWorkflowEvent(
  scope: Scope,
  { key, payload, keepSeconds }: BringWorkflowEvent,
): Promise<WorkflowEventBrought> {
  const eventId = newId('wevent');
  return change(scope, async (tx) => {
    const values = [
      scope.actor.organizationId,
      eventId,
      `event:${key}`,
      JSON.stringify(payload),
      keepSeconds,
    ];
    const [row] = await tx.query<{ stepsAnswered: number }>(bring, values);
    return {
      result: { workflowEventId: eventId, stepsAnswered: row!.stepsAnswered },
      audit: { verb: 'triggered', type: 'workflow_events', id: eventId, label: null },
    };
  });
}
