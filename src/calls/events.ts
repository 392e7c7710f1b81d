import { type Queryable, statement } from '../db/index.ts';
import type { Decision } from './schemas.ts';

/** A decision taken about a call, for GET /api/calls/{callId}/why. */
export interface CallEvent {
  decision: Decision;
  /** Stable and machine-readable. */
  reason: string;
  message: string;
}

const insert = statement(
  'calls.event',
  `insert into call_events (organization_id, call_id, decision, reason, message) values ($1, $2, $3, $4, $5)`,
);

export async function recordEvent(
  db: Queryable,
  organizationId: string,
  callId: string,
  event: CallEvent,
): Promise<void> {
  await db.query(insert, [organizationId, callId, event.decision, event.reason, event.message]);
}
