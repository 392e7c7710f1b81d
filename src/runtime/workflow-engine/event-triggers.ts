import { consumeEvents, organizationsWithNews, type StoredEvent } from '../../domains/events/index.ts';
import {
  eventTriggersOf,
  keepTriggerFailure,
  startWorkflowWithin,
  triggerEvents,
} from '../../domains/workflows/index.ts';
import type { Database, Transaction } from '../../platform/db/index.ts';
import { compileExpression, ExpressionError } from '../../platform/expressions/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { ApiError, type Log } from '../../platform/kernel/index.ts';
import type { Pace } from './pace.ts';

/** The consumer name of event triggers. */
const consumer = 'workflow-triggers';
/** Maximum events per transaction. */
const eventsMax = 20;

const messageCharactersMax = 500;

/**
 * Starts the workflows that new events trigger. Each event starts a workflow once, because the transaction of the runs
 * stores the position of the consumer. Organizations take turns by batches until no events are left. A failure of one
 * organization does not stop the others. It is thrown at the end. Returns the number of started runs.
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
  const triggers = await eventTriggersOf(tx, organizationId, types);
  let started = 0;
  for (const { eventId, type, timestamp, data } of events) {
    const input = { eventId, type, timestamp, data };
    for (const { workflowId, event, filter } of triggers) {
      if (event !== type) continue;
      const verdict = await pace.do(() => judge(filter, input));
      if (typeof verdict === 'string') {
        const about = { organizationId, workflowId, eventId, reason: verdict };
        if (await keepTriggerFailure(tx, about)) {
          log.warn(about, "could not evaluate a workflow's filter; the event does not start the workflow");
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

/**
 * Returns whether an event passes a filter, or the reason of a failure. A missing value is false, as in conditions.
 */
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
