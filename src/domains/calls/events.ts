import { type Queryable, readStatement, statement } from '../../platform/db/index.ts';
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

const last = readStatement(
  'calls.last_event',
  `select event_id, decision, reason from call_events where organization_id = $1 and call_id = $2
   order by event_id desc limit 1`,
);
const lengthen = statement(
  'calls.lengthen_hold',
  `update call_events set until = $4, message = $5 where organization_id = $1 and call_id = $2 and event_id = $3`,
);

/** Records a hold. A hold for the same reason as the call's last one lengthens that one. */
export async function recordHold(
  tx: Queryable,
  organizationId: string,
  callId: string,
  { reason, message, until }: { reason: string; message: string; until: string },
): Promise<void> {
  type Row = { event_id: string; decision: string; reason: string };
  const [before] = await tx.query<Row>(last, [organizationId, callId]);
  if (before?.decision === 'held' && before.reason === reason) {
    await tx.query(lengthen, [organizationId, callId, before.event_id, until, message]);
  } else await recordEvent(tx, organizationId, callId, { decision: 'held', reason, message, until });
}
