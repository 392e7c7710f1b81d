import { consumeEvents, organizationsWithNews, type StoredEvent } from '../../domains/events/index.ts';
import { compileExpression, ExpressionError } from '../../domains/workflow-definition/index.ts';
import { startWorkflowWithin, triggerEvents } from '../../domains/workflows/index.ts';
import { type Database, readStatement, statement, type Transaction } from '../../platform/db/index.ts';
import { ApiError, type Log, systemActor } from '../../platform/kernel/index.ts';
import { Pace } from './pace.ts';

/** The name by which triggers in the database subscribe to events. */
const consumer = 'workflow-triggers';
/** Events of one transaction. */
const eventsMax = 20;

const triggers = readStatement(
  'workflow_engine.event_triggers',
  `select workflow_id as "workflowId", event, filter from workflow_event_triggers
   where organization_id = $1 and event = any($2) order by workflow_id`,
);

/** Of a filter that fails for every event, one failure in so many seconds is kept and logged. */
const failureEverySeconds = 60;
const messageCharactersMax = 500;
const keepFailure = statement(
  'workflow_engine.event_trigger_failed',
  `update workflow_event_triggers set failed_at = clock_timestamp(), failed_event = $3, failure = $4
   where organization_id = $1 and workflow_id = $2
     and (failure is distinct from $4 or failed_at < clock_timestamp() - make_interval(secs => ${failureEverySeconds}))
   returning 1`,
);

/** Of all filters of this process. */
const pace = new Pace();

interface TriggerRow {
  workflowId: string;
  event: string;
  filter: string | null;
}

/**
 * Starts the workflows whose events have happened: once for every event and workflow, as the place behind the events is
 * stored in the transaction that stores the runs. Goes on until there is no more, a batch of each organization in turn.
 * Where one organization's could not be started, the others' are, and it throws. How many runs were started.
 */
export async function startByEvents(db: Database, log: Log, signal: AbortSignal): Promise<number> {
  const options = { types: triggerEvents, limit: eventsMax };
  const failed = new Map<string, unknown>();
  let started = 0;
  let hasMore = true;
  while (hasMore && !signal.aborted) {
    hasMore = false;
    for (const organizationId of await organizationsWithNews(db, consumer)) {
      if (failed.has(organizationId) || signal.aborted) continue;
      try {
        const isFull = await consumeEvents(db, { organizationId, consumer }, options, async (tx, events) => {
          started += await startAll({ tx, log }, organizationId, events);
        });
        hasMore ||= isFull;
      } catch (error) {
        failed.set(organizationId, error);
      }
    }
  }
  if (failed.size > 0) throw new AggregateError(failed.values(), 'events could not be consumed');
  return started;
}

async function startAll(
  { tx, log }: { tx: Transaction; log: Log },
  organizationId: string,
  events: StoredEvent[],
): Promise<number> {
  const types = [...new Set(events.map(({ type }) => type))];
  const rows = await tx.query<TriggerRow>(triggers, [organizationId, types]);
  let started = 0;
  for (const { eventId, type, timestamp, data } of events) {
    const input = { eventId, type, timestamp, data };
    for (const { workflowId, event, filter } of rows) {
      if (event !== type) continue;
      const verdict = await pace.do(() => judge(filter, input));
      if (typeof verdict === 'string') {
        const failure = [organizationId, workflowId, eventId, verdict];
        if ((await tx.query(keepFailure, failure)).length > 0) {
          const about = { organizationId, workflowId, eventId, reason: verdict };
          log.warn(about, 'the filter of a workflow could not be evaluated; the event starts nothing');
        }
      }
      if (verdict !== true) continue;
      try {
        const actor = systemActor(organizationId, eventId);
        await startWorkflowWithin(tx, actor, { workflowId, by: 'event', input });
        started += 1;
      } catch (error) {
        // It was disabled or deleted at this moment.
        if (!(error instanceof ApiError)) throw error;
      }
    }
  }
  return started;
}

/** Whether an event passes a filter, or why that cannot be said; what is missing is false, as in conditions. */
function judge(filter: string | null, event: object): boolean | string {
  if (filter === null) return true;
  try {
    const value = compileExpression(filter).evaluate({ event });
    if (value === null || typeof value === 'boolean') return value === true;
    return 'filter must come to true or false';
  } catch (error) {
    if (error instanceof ExpressionError) return error.message.slice(0, messageCharactersMax);
    throw error;
  }
}
