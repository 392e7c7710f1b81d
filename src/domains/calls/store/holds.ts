import { firstRow, type Queryable, readStatement } from '../../../platform/db/index.ts';
import { type OpenCircuit, openCircuit } from '../../circuits/index.ts';
import type { CallRow } from './read.ts';

/** The facts that decide whether a queued call is held now. */
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
  /** Why nothing is dialed in this installation, or null. */
  dialing_hold: 'database-failover' | 'database-asynchronous' | null;
  /** Whether a process has room for a call. */
  has_capacity: boolean;
  /** Why one of the processes that dial has none, or null. */
  refusal: string | null;
  /** The name of the team whose members take the calls of the campaign, when none is free now; null otherwise. */
  awaited_team: string | null;
}

const circumstances = readStatement(
  'calls.circumstances',
  `select o.max_concurrent_calls, k.max_concurrent_calls as campaign_max, n.trunk_id, dialer_now() as now,
     n.updated_at as number_at, (select created_at from suppressions
       where organization_id = o.organization_id and customer_number = $4) as suppressed_at,
     ${openCircuit('campaign', 'o.organization_id', '$2')} as circuit,
     lines_dialed(o.organization_id, '') as live_of_organization, dialing_hold(null),
     d.has_capacity, d.refusal,
     case when k.max_concurrent_calls is not null then lines_dialed(o.organization_id, $2) else 0 end as live_of_campaign,
     (select coalesce(t.name, '') from campaign_pacing p left join teams t
         on t.organization_id = p.organization_id and t.team_id = k.dialing_team_id
       where p.organization_id = o.organization_id and p.campaign_id = k.campaign_id and k.dialing_mode <> 'agent'
         and (p.allowed_until <= dialer_now() or p.allowed_through <= p.claimed)) as awaited_team
   from organizations o
     left join campaigns k on k.organization_id = o.organization_id and k.campaign_id = $2
     left join phone_numbers n on n.organization_id = o.organization_id and n.phone_number_id = $3
     cross join (select coalesce(bool_or(dialing_capacity > 0), false) as has_capacity, max(refusal) as refusal from nodes
       where dialing_capacity is not null and fenced_at is null
         and heartbeat_at > clock_timestamp() - interval '5 seconds') d
   where o.organization_id = $1`,
);

/** Returns the circumstances of a queued call, or null when its organization is gone. */
export function selectCircumstances(db: Queryable, call: CallRow): Promise<Circumstances | null> {
  const { organization_id, campaign_id, phone_number_id, customer_number } = call;
  const values = [organization_id, campaign_id, phone_number_id, customer_number];
  return firstRow(db, circumstances, values);
}

interface QueueHoldRow {
  calls: number;
  is_more: boolean;
  /** Whether the calls are due, so that their hold is not stored with them. */
  is_due: boolean;
  first_due_at: string;
  call_id: string;
  is_off: boolean;
}

// Reads in the order of `queued_calls_order`, so that the queue is not sorted. Due calls mostly wait for their number.
// Of the others the last is asked about, because the first may be due a moment later.
const queueHold = readStatement(
  'calls.queue_hold',
  `select count(*)::integer as calls, sum(count(*)) over () > 5000 as is_more, h.is_due, min(h.due_at) as first_due_at,
     (array_agg(h.call_id order by h.due_at))[case when h.is_due then 1 else count(*)::integer end] as call_id,
     (select dialing = 'off' from organizations where organization_id = $1) as is_off
   from (select q.call_id, q.due_at, q.due_at <= t.now as is_due,
       case when q.due_at > t.now then q.hold_reason else q.phone_number_id end as reason
     from queued_calls q cross join (select dialer_now() as now) t
     where q.organization_id = $1 and q.campaign_id = $2 order by q.priority, q.due_at, q.call_id limit 5001) h
   group by h.is_due, h.reason order by count(*) desc limit 1`,
);

/** Returns the reason that most of 5,000 queued calls of a campaign share, or null when none is queued. */
export function selectQueueHold(
  db: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<QueueHoldRow | null> {
  return firstRow(db, queueHold, [organizationId, campaignId]);
}

// A cap holds on while its hold begins again within a second, as `begin_cap_hold` decides.
const holdSince = readStatement(
  'calls.hold_since',
  `select since from (select since, until from holds where organization_id = $1 and campaign_id = $2 and reason = $3
     order by hold_id desc limit 1) h where until is null or until > dialer_now() - interval '1 second'`,
);

/** The stored holds of a whole organization. */
const ofOrganization = ['organization-limit', 'dialing-off'];

/** Returns since when a stored hold lasts (RFC 3339), or null when none is stored for the reason. */
export async function selectHoldSince(
  db: Queryable,
  organizationId: string,
  campaignId: string,
  reason: string,
): Promise<string | null> {
  const of = ofOrganization.includes(reason) ? '' : campaignId;
  return (await firstRow<{ since: string }>(db, holdSince, [organizationId, of, reason]))?.since ?? null;
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
 * Returns whether all numbers of a queued call have reached their calls of the day, and when the first of them begins its
 * next day (RFC 3339).
 */
export async function selectNumberUse(
  db: Queryable,
  call: Pick<CallRow, 'organization_id' | 'phone_number_id' | 'local_presence'>,
): Promise<{ isUsedUp: boolean; until: string }> {
  const { organization_id, phone_number_id, local_presence } = call;
  const values = [organization_id, phone_number_id, local_presence];
  const [row] = await db.query<{ is_used_up: boolean | null; until: string }>(usedUp, values);
  return { isUsedUp: row!.is_used_up ?? false, until: row!.until };
}

/** A trunk of a number, and what keeps calls from it. */
export interface TrunkRow {
  /** Null when no failure of the trunk is known. */
  down_reason: string | null;
  is_down: boolean;
  circuit: OpenCircuit | null;
  max_concurrent_calls: number | null;
  max_calls_per_second: number | null;
  is_full: boolean;
}

// In the order in which trunks are tried. A trunk counts as full when it reached its calls per second within the last
// two seconds.
const trunks = readStatement(
  'calls.trunks_of_number',
  `select h.reason as down_reason, h.trunk_id is not null as is_down,
     ${openCircuit('trunk', 'k.organization_id', 'k.trunk_id')} as circuit,
     k.max_concurrent_calls, k.max_calls_per_second,
     coalesce(k.max_concurrent_calls <= calls_on_trunk(k.organization_id, k.trunk_id), false)
       or coalesce(k.max_calls_per_second <= (select count(*) from trunk_rates r, unnest(r.let_through) as at
         where r.organization_id = k.organization_id and r.trunk_id = k.trunk_id
           and at > dialer_now() - interval '2 seconds'), false) as is_full
   from phone_numbers n cross join lateral unnest(n.trunk_id || n.fallback_trunk_ids) with ordinality as o (trunk_id, place)
     join trunks k on k.organization_id = n.organization_id and k.trunk_id = o.trunk_id
     left join trunk_health h on h.organization_id = k.organization_id and h.trunk_id = k.trunk_id
       and h.status = 'down' and h.checked_at > dialer_now() - interval '60 seconds'
   where n.organization_id = $1 and n.phone_number_id = $2 order by o.place`,
);

/** Returns the trunks of a number in the order in which they are tried. */
export function trunksOfNumber(
  db: Queryable,
  organizationId: string,
  phoneNumberId: string,
): Promise<TrunkRow[]> {
  return db.query<TrunkRow>(trunks, [organizationId, phoneNumberId]);
}
