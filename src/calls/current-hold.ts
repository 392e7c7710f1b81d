import { type Queryable, statement } from '../db/index.ts';
import type { CallEvent } from './events.ts';
import type { CallRow } from './rows.ts';

interface Circumstances {
  dialing: string;
  max_concurrent_calls: number;
  live_of_organization: number;
  campaign_status: string | null;
  campaign_max: number | null;
  live_of_campaign: number;
  trunk_id: string | null;
  now: string;
  /** When the switch, the campaign and the number were last changed: a hold by them is no older. */
  organization_at: string;
  campaign_at: string | null;
  number_at: string | null;
}

const circumstances = statement(
  'calls.circumstances',
  `select o.dialing, o.max_concurrent_calls, k.status as campaign_status, k.max_concurrent_calls as campaign_max,
     n.trunk_id, now() as now, o.updated_at as organization_at, k.updated_at as campaign_at, n.updated_at as number_at,
     (select count(*) from calls where organization_id = o.organization_id
        and status in ('dialing', 'ringing', 'in-progress', 'forwarding')) as live_of_organization,
     (select count(*) from calls where organization_id = o.organization_id and campaign_id = $2
        and status in ('dialing', 'ringing', 'in-progress', 'forwarding')) as live_of_campaign
   from organizations o
     left join campaigns k on k.organization_id = o.organization_id and k.campaign_id = $2
     left join phone_numbers n on n.organization_id = o.organization_id and n.phone_number_id = $3
   where o.organization_id = $1`,
);

/** What keeps a queued call from being dialed at this moment, the most general first; null: it is about to be. */
export async function currentHold(
  db: Queryable,
  call: CallRow,
): Promise<(CallEvent & { at: string }) | null> {
  const [now] = await db.query<Circumstances>(circumstances, [
    call.organization_id,
    call.campaign_id,
    call.phone_number_id,
  ]);
  if (!now) return null;
  // Since the later of the two: the call was queued, and what holds it came about.
  const held = (reason: string, message: string, since: string | null = null) => {
    const at = since !== null && since > call.created_at ? since : call.created_at;
    return { decision: 'held' as const, reason, message, at };
  };
  if (now.dialing === 'off') {
    return held('dialing-off', 'Dialing is switched off for the organization.', now.organization_at);
  }
  if (now.campaign_status === 'paused')
    return held('campaign-paused', 'The campaign is paused.', now.campaign_at);
  if (now.trunk_id === null) {
    return held('no-trunk', 'The phone number has no trunk to call through.', now.number_at);
  }
  if (call.due_at !== null && call.due_at > now.now) {
    const reason = call.hold_reason ?? 'not-due';
    return held(reason, holdMessage(reason, call.due_at));
  }
  if (now.live_of_organization >= now.max_concurrent_calls) {
    const message = `All ${now.max_concurrent_calls} concurrent calls of the organization are in use right now.`;
    return held('organization-limit', message, now.now);
  }
  if (now.campaign_max !== null && now.live_of_campaign >= now.campaign_max) {
    const message = `All ${now.campaign_max} concurrent calls of the campaign are in use right now.`;
    return held('campaign-limit', message, now.now);
  }
  return null;
}

/** What a hold for a while says to people. */
export function holdMessage(reason: string, untilAt: string): string {
  return `${holdWords[reason] ?? 'It is not due yet.'} It is looked at next at ${untilAt}.`;
}

/** What a stored hold reason says to people. */
export const holdWords: Record<string, string> = {
  'schedule-closed': 'The schedule does not allow calling at this time.',
  'schedule-never-opens': 'The schedule never opens in the next 400 days.',
  'time-zone-unknown': "The called party's time zone cannot be told from the number.",
  'retry-delay': 'The delay before the next attempt is running.',
  'no-trunk': 'The phone number has no trunk to call through.',
  'no-audio': 'No audio port or recording could be opened for the call.',
  'trunk-down': 'The trunk of the phone number cannot be reached.',
};
