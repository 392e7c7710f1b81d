import { type Queryable, statement } from '../../platform/db/index.ts';
import type { Decision } from './schemas.ts';

/** A decision taken about a call, for GET /api/calls/{callId}/why. */
interface CallEvent {
  decision: Decision;
  /** Stable and machine-readable. */
  reason: string;
  message: string;
  /** Held: until when (UTC). */
  until?: string;
}

const insert = statement(
  'calls.event',
  `insert into call_events (organization_id, call_id, decision, reason, message, until) values ($1, $2, $3, $4, $5, $6)`,
);

export async function recordEvent(
  db: Queryable,
  organizationId: string,
  callId: string,
  event: CallEvent,
): Promise<void> {
  const { decision, reason, message, until = null } = event;
  await db.query(insert, [organizationId, callId, decision, reason, message, until]);
}
