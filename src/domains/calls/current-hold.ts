import type { Queryable } from '../../platform/db/index.ts';
import { circuitMessage } from '../circuits/index.ts';
import { capacityMessage, capMessage, holdMessage, holdMessages } from './hold-messages.ts';
import type { ShownDecision } from './store/events.ts';
import { selectCircumstances, selectNumberUse, type TrunkRow, trunksOfNumber } from './store/holds.ts';
import type { CallRow } from './store/read.ts';

/**
 * Returns the current hold of a queued call, the most general one, or null when none is found here. The dialing switch
 * and campaign pauses come from the stored holds (`holds.ts`).
 */
export async function currentHold(db: Queryable, call: CallRow): Promise<ShownDecision | null> {
  const now = await selectCircumstances(db, call);
  if (!now) return null;
  // A hold begins when its cause does, but not before the call was queued.
  const held = (reason: string, message: string, since: string | null, until: string | null = null) => {
    const at = since !== null && since > call.created_at ? since : call.created_at;
    return { decision: 'held' as const, reason, message, at, until };
  };
  if (now.dialing_hold !== null) return held(now.dialing_hold, holdMessages[now.dialing_hold] ?? '', now.now);
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
  const numbers = await selectNumberUse(db, call);
  if (numbers.isUsedUp) {
    return held('number-limit', holdMessage('number-limit', numbers.until), now.now, numbers.until);
  }
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
  if (!now.has_capacity && now.refusal !== null) {
    return held('no-capacity', capacityMessage(now.refusal), now.now);
  }
  if (now.awaited_team !== null) {
    const message = `The call waits for a free member of the team "${now.awaited_team}", whose members take the calls of the campaign.`;
    return held('team-members', message, now.now);
  }
  return null;
}

/** The hold of a number's calls by its trunks. */
interface TrunkHold {
  reason: 'trunk-down' | 'circuit-open' | 'trunk-limit';
  message: string;
  /** When a trunk may be tried again, or null when that is not known. */
  until: string | null;
}

/**
 * Returns the current hold of a number's calls by its trunks, or null. The calls are not claimed before a trunk can
 * take one.
 */
export async function trunkHold(
  db: Queryable,
  organizationId: string,
  phoneNumberId: string,
): Promise<TrunkHold | null> {
  const rows = await trunksOfNumber(db, organizationId, phoneNumberId);
  if (rows.length === 0) return null;
  const reachable = rows.filter(({ is_down }) => !is_down);
  if (reachable.length === 0) {
    const one = rows.length === 1;
    const reasons = rows.map(({ down_reason }) => down_reason ?? 'it does not answer').join('; ');
    const message = `${one ? 'The trunk' : 'None of the trunks'} of the phone number ${one ? 'cannot' : 'can'} be reached: ${reasons}.`;
    return { reason: 'trunk-down', message, until: null };
  }
  const [usable] = reachable.filter(({ circuit }) => circuit === null || circuit.isProbeDue);
  if (!usable) {
    const circuits = reachable.flatMap(({ circuit }) => circuit ?? []);
    const until = new Date(Math.min(...circuits.map(({ untilMs }) => untilMs))).toISOString();
    return { reason: 'circuit-open', message: circuits.map(circuitMessage).join(' '), until };
  }
  return usable.is_full ? { reason: 'trunk-limit', message: fullMessage(usable), until: null } : null;
}

function fullMessage({
  max_concurrent_calls: concurrent,
  max_calls_per_second: perSecond,
}: TrunkRow): string {
  const limits = [
    ...(concurrent === null ? [] : [`${concurrent} at one time`]),
    ...(perSecond === null ? [] : [`${perSecond} a second`]),
  ].join(' and ');
  return `The trunk takes no more calls now: at most ${limits}. The call is dialed as soon as the trunk has room.`;
}
