import { consumeEvents, organizationsWithNews, type StoredEvent } from '../../domains/events/index.ts';
import { compileExpression, ExpressionError } from '../../domains/workflow-definition/index.ts';
import { startWorkflowWithin, triggerEvents } from '../../domains/workflows/index.ts';
import { type Database, readStatement, statement, type Transaction } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { ApiError, type Log } from '../../platform/kernel/index.ts';
import type { Pace } from './pace.ts';

/** The consumer name of event triggers. */
const consumer = 'workflow-triggers';
/** Events per transaction. */
const eventsMax = 20;

const triggers = readStatement(
  'workflow_engine.event_triggers',
  `select workflow_id as "workflowId", event, filter from workflow_event_triggers
   where organization_id = $1 and event = any($2) order by workflow_id`,
);

/** A repeatedly failing filter is stored and logged once in this many seconds. */
const failureEverySeconds = 60;
const messageCharactersMax = 500;
const keepFailure = statement(
  'workflow_engine.event_trigger_failed',
  `update workflow_event_triggers set failed_at = clock_timestamp(), failed_event = $3, failure = $4
   where organization_id = $1 and workflow_id = $2
     and (failure is distinct from $4 or failed_at < clock_timestamp() - make_interval(secs => ${failureEverySeconds}))
   returning 1`,
);

interface TriggerRow {
  workflowId: string;
  event: string;
  filter: string | null;
}

/**
 * Starts the workflows whose events have occurred, once per event and workflow, because the position is stored in the
 * transaction of the runs. Continues until no events are left, one batch per organization in turn. A failure in one
 * organization does not stop the others; it is thrown at the end. Returns the number of started runs.
 */
export async function startByEvents(
  { db, log, pace }: { db: Database; log: Log; pace: Pace },
  signal: AbortSignal,
): Promise<number> {
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
          started += await startAll({ tx, log, pace }, organizationId, events);
        });
        hasMore ||= isFull;
      } catch (error) {
        failed.set(organizationId, error);
      }
    }
  }
  if (failed.size > 0) throw new AggregateError(failed.values(), 'could not consume events');
  return started;
}

async function startAll(
  { tx, log, pace }: { tx: Transaction; log: Log; pace: Pace },
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
          log.warn(about, "could not evaluate a workflow's filter; the event starts nothing");
        }
      }
      if (verdict !== true) continue;
      try {
        const actor = systemActor(organizationId, eventId);
        await startWorkflowWithin(tx, actor, { workflowId, by: 'event', input });
        started += 1;
      } catch (error) {
        // The workflow was just disabled or deleted.
        if (!(error instanceof ApiError)) throw error;
      }
    }
  }
  return started;
}

/** Returns whether an event passes a filter, or why this is unknown. A missing value is false, as in conditions. */
function judge(filter: string | null, event: object): boolean | string {
  if (filter === null) return true;
  try {
    const value = compileExpression(filter).evaluate({ event });
    if (value === null || typeof value === 'boolean') return value === true;
    return 'filter must yield true or false';
  } catch (error) {
    if (error instanceof ExpressionError) return error.message.slice(0, messageCharactersMax);
    throw error;
  }
}
