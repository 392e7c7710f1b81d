import { type Queryable, statement } from '../../src/platform/db/index.ts';
import { ModelBroken, type QueuedCall } from './ledger.ts';

const select = statement(
  'test.model.queue',
  `select call_id as "callId", campaign_id as "campaignId", phone_number_id as "phoneNumberId", priority,
     (1000 * extract(epoch from due_at))::float8 as "dueMs" from queued_calls where organization_id = $1`,
);

/** Returns the queued calls by id. */
export async function readQueue(db: Queryable, organizationId: string): Promise<Map<string, QueuedCall>> {
  const rows = await db.query<QueuedCall>(select, [organizationId]);
  return new Map(rows.map((row) => [row.callId, row]));
}

/**
 * Breaks when a call was claimed before another one of its campaign that comes first and still waits, due as before.
 * Each number has its own trunk, whose limits skip only its own calls.
 */
export function checkOrder(
  claimed: readonly string[],
  before: ReadonlyMap<string, QueuedCall>,
  after: ReadonlyMap<string, QueuedCall>,
  nowMs: number,
): void {
  const passedOver = [...after.values()].filter(
    ({ callId, dueMs }) => dueMs <= nowMs && before.get(callId)?.dueMs === dueMs,
  );
  for (const callId of claimed) {
    const taken = before.get(callId);
    const isRival = (other: QueuedCall) =>
      other.campaignId === taken?.campaignId && other.phoneNumberId === taken.phoneNumberId;
    const better = taken && passedOver.find((other) => isRival(other) && isBefore(other, taken));
    if (better) throw new ModelBroken(`${callId} was claimed before ${better.callId}, whose turn it was`);
  }
}

/** Returns whether a call of a campaign comes before another one. */
export function isBefore(a: QueuedCall, b: QueuedCall): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.callId < b.callId);
}
