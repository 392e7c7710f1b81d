import { holdMessage } from '../../domains/calls/index.ts';
import { type Queryable, statement } from '../../platform/db/index.ts';
import type { DialableCall } from './dialable-call.ts';
import type { Hold } from './gate.ts';
import type { FrequencyCap } from './gate-settings.ts';

/** A call whose customer is on another call is checked again after this. */
const busyRecheckMs = 15_000;

/** A call is checked again after this at the latest, because the cap may have changed. */
const recheckMs = 24 * 3_600_000;

const permit = statement(
  'dialer.permit_contacts',
  'select held_call_id, until from permit_contacts($1, $2, $3, $4, $5)',
);

/**
 * Permits claimed calls as often as the frequency cap allows, one at a time for each customer, over all campaigns and
 * processes. Returns the holds of calls that may not be dialed now, by call id. A permitted call that is not dialed stops
 * counting when it is back in the queue or over.
 */
export async function permitContacts(
  db: Queryable,
  cap: FrequencyCap,
  calls: readonly Pick<DialableCall, 'organizationId' | 'nodeId' | 'callId'>[],
  nowMs: number,
): Promise<Map<string, Hold>> {
  const [first] = calls;
  if (!first) return new Map();
  const ids = calls.map(({ callId }) => callId);
  const values = [first.organizationId, first.nodeId, ids, cap.calls, cap.days];
  const rows = await db.query<{ held_call_id: string; until: string | null }>(permit, values);
  return new Map(rows.map(({ held_call_id, until }) => [held_call_id, holdUntil(cap, until, nowMs)]));
}

function holdUntil({ calls, days }: FrequencyCap, until: string | null, nowMs: number): Hold {
  if (until === null) {
    const untilMs = nowMs + busyRecheckMs;
    const message = holdMessage('customer-on-call', new Date(untilMs).toISOString());
    return { kind: 'hold', reason: 'customer-on-call', message, untilMs };
  }
  const often = `${calls} ${calls === 1 ? 'call' : 'calls'} in ${days === 1 ? '24 hours' : `${days} days`}`;
  const untilMs = Math.min(Math.max(Date.parse(until), nowMs), nowMs + recheckMs);
  const message = `The customer was called as often as the organization allows, ${often}, and may be called again at ${until}. It is looked at next at ${new Date(untilMs).toISOString()}.`;
  return { kind: 'hold', reason: 'frequency-cap', message, untilMs };
}
