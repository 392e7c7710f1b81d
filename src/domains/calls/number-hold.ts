import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { holdMessage } from './hold-messages.ts';
import type { CallRow } from './rows.ts';

// Decides as the claim does: with local presence, any of the organization's numbers with `localPresence` may be the
// nearest.
const usedUp = readStatement(
  'calls.numbers_used_up',
  `select bool_and(coalesce(n.max_calls_per_day <= calls_of_number_today(n, t.now), false)) as is_used_up,
     min(next_number_day(n.day_offset_minutes, t.now)) as until
   from phone_numbers n cross join (select dialer_now() as now) t
   where n.organization_id = $1 and (n.phone_number_id = $2 or $3 and n.local_presence)`,
);

/**
 * Returns the hold of a queued call when all its numbers have reached their calls of the day, or null when one has not.
 */
export async function numberHold(
  db: Queryable,
  call: Pick<CallRow, 'organization_id' | 'phone_number_id' | 'local_presence'>,
): Promise<{ reason: 'number-limit'; message: string; until: string } | null> {
  const { organization_id, phone_number_id, local_presence } = call;
  const values = [organization_id, phone_number_id, local_presence];
  const [row] = await db.query<{ is_used_up: boolean | null; until: string }>(usedUp, values);
  if (!row?.is_used_up) return null;
  return { reason: 'number-limit', message: holdMessage('number-limit', row.until), until: row.until };
}
