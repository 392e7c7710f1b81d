import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { circuitMessage, type OpenCircuit, openCircuit } from '../circuits/index.ts';
import { capMessage, holdMessage, holdMessages } from './hold-messages.ts';
import type { ShownDecision } from './holds.ts';
import type { CallRow } from './rows.ts';
import { trunkHold } from './trunk-hold.ts';

interface Circumstances {
  max_concurrent_calls: number;
  live_of_organization: number;
  campaign_max: number | null;
  live_of_campaign: number;
  trunk_id: string | null;
  now: string;
  /** When the number was last changed. A hold because of a missing trunk began no earlier. */
  number_at: string | null;
  /** When the customer was suppressed, or null. */
  suppressed_at: string | null;
  /** The circuit of the campaign, unless it is closed. */
  circuit: OpenCircuit | null;
}

const circumstances = readStatement(
  'calls.circumstances',
  `select o.max_concurrent_calls, k.max_concurrent_calls as campaign_max, n.trunk_id, dialer_now() as now,
     n.updated_at as number_at, (select created_at from suppressions
       where organization_id = o.organization_id and customer_number = $4) as suppressed_at,
     ${openCircuit('campaign', 'o.organization_id', '$2')} as circuit,
     lines_in_use(o.organization_id) as live_of_organization,
     (select count(*) from live_calls where organization_id = o.organization_id and campaign_id = $2) as live_of_campaign
   from organizations o
     left join campaigns k on k.organization_id = o.organization_id and k.campaign_id = $2
     left join phone_numbers n on n.organization_id = o.organization_id and n.phone_number_id = $3
   where o.organization_id = $1`,
);

/**
 * Returns the current hold of a queued call, the most general one, or null when none is found here. The dialing switch
 * and campaign pauses come from the stored holds (`holds.ts`).
 */
export async function currentHold(db: Queryable, call: CallRow): Promise<ShownDecision | null> {
  const [now] = await db.query<Circumstances>(circumstances, [
    call.organization_id,
    call.campaign_id,
    call.phone_number_id,
    call.customer_number,
  ]);
  if (!now) return null;
  // A hold begins when its cause does, but not before the call was queued.
  const held = (reason: string, message: string, since: string | null, until: string | null = null) => {
    const at = since !== null && since > call.created_at ? since : call.created_at;
    return { decision: 'held' as const, reason, message, at, until };
  };
  if (now.suppressed_at !== null) {
    return held('number-suppressed', holdMessages['number-suppressed'] ?? '', now.suppressed_at);
  }
  if (now.trunk_id === null) return held('no-trunk', holdMessages['no-trunk'] ?? '', now.number_at);
  if (call.hold_reason === 'trunk-limit') return held('trunk-limit', holdMessages['trunk-limit'] ?? '', null);
  if (call.due_at !== null && call.due_at > now.now) {
    const reason = call.hold_reason ?? 'not-due';
    return held(reason, holdMessage(reason, call.due_at), null, call.due_at);
  }
  if (now.circuit && !now.circuit.isProbeDue) {
    const until = new Date(now.circuit.untilMs).toISOString();
    return held('circuit-open', circuitMessage(now.circuit), now.now, until);
  }
  const numbers = await numberHold(db, call);
  if (numbers) return held(numbers.reason, numbers.message, now.now, numbers.until);
  // Calls with local presence may use other numbers.
  const trunks = call.local_presence ? null : await trunkHold(db, call.organization_id, call.phone_number_id);
  if (trunks) return held(trunks.reason, trunks.message, now.now, trunks.until);
  const { max_concurrent_calls: organizationMax, campaign_max: campaignMax } = now;
  if (now.live_of_organization >= organizationMax) {
    return held('organization-limit', capMessage('organization', organizationMax), now.now);
  }
  if (campaignMax !== null && now.live_of_campaign >= campaignMax) {
    return held('campaign-limit', capMessage('campaign', campaignMax), now.now);
  }
  return null;
}

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
async function numberHold(
  db: Queryable,
  call: Pick<CallRow, 'organization_id' | 'phone_number_id' | 'local_presence'>,
): Promise<{ reason: 'number-limit'; message: string; until: string } | null> {
  const { organization_id, phone_number_id, local_presence } = call;
  const values = [organization_id, phone_number_id, local_presence];
  const [row] = await db.query<{ is_used_up: boolean | null; until: string }>(usedUp, values);
  if (!row?.is_used_up) return null;
  return { reason: 'number-limit', message: holdMessage('number-limit', row.until), until: row.until };
}
