/**
 * The SQL of the dialer, except the statement that loads claimed calls (`dialable-call.ts`). The claim itself is
 * `sql/functions/dialer/claim_due_calls.sql`.
 */
import type { CallStatus, HeldCall } from '../../domains/calls/index.ts';
import type { StoredEligibilityWebhook } from '../../domains/organizations/index.ts';
import { type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import {
  type AllowableNumberType,
  countryCandidates,
  usualNumberTypes,
} from '../../platform/kernel/index.ts';
import type { DialableCall } from './dialable-call.ts';
import type { FrequencyCap, GateSettings } from './gate.ts';

const organizations = readStatement(
  'dialer.organizations',
  'select organization_id from organizations_to_dial()',
);
const claim = statement('dialer.claim', 'select claim_due_calls($1, $2, $3, $4) as call_id');
// Calls that became due within the last 20 ms may have missed the previous pass. Calls that have been due for longer wait
// for something else. A trunk that used up its calls of one second takes the next when the last that counts is a second old.
const nextDue = readStatement(
  'dialer.next_due',
  `select extract(epoch from min(n.at) - dialer_now()) * 1000 as ms from (
     select min(l.first_due_at) as at
     from dial_lanes l left join campaigns k on k.organization_id = l.organization_id and k.campaign_id = l.campaign_id
     where l.first_due_at > (select dialer_now()) - interval '20 milliseconds' and (l.campaign_id = '' or k.status = 'running')
     union all
     select min(f.at) from trunk_rates r
       join trunks t on t.organization_id = r.organization_id and t.trunk_id = r.trunk_id
       cross join lateral (select at + interval '1 second' as at from unnest(r.let_through) as at
         order by at desc offset greatest(t.max_calls_per_second - 1, 0) limit 1) f
     where f.at > (select dialer_now()) - interval '50 milliseconds' and exists (
       select from dial_lanes l left join campaigns k
         on k.organization_id = l.organization_id and k.campaign_id = l.campaign_id
       where l.organization_id = r.organization_id and l.first_due_at <= (select dialer_now())
         and (l.campaign_id = '' or k.status = 'running'))) n`,
);

/** Returns the organizations whose queues may have due calls. */
export async function organizationsToDial(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ organization_id: string }>(organizations);
  return rows.map((row) => row.organization_id);
}

/** The result of a claim. */
interface Claim {
  /** The only calls that may be dialed. */
  callIds: string[];
  /** Whether another claim may find more, although this one left room: it held calls, or found empty lanes. */
  isCutShort: boolean;
  /** Whether calls were left that belong to the share of other processes. */
  isShared: boolean;
}

/**
 * Claims up to `max` due calls for this process, in fair order; with `shares`, no more than its share among the processes
 * that dial.
 */
export async function claimDueCalls(
  db: Queryable,
  organizationId: string,
  nodeId: string,
  max: number,
  shares = false,
): Promise<Claim> {
  const rows = await db.query<{ call_id: string | null }>(claim, [organizationId, nodeId, max, shares]);
  const ids = rows.map(({ call_id }) => call_id);
  return {
    callIds: ids.filter((id) => id !== null && id !== '') as string[],
    isCutShort: ids.includes(null),
    isShared: ids.includes(''),
  };
}

/**
 * Returns the milliseconds until a lane without due calls may have one: negative when that was a moment ago, `null` when
 * there is none. May be earlier than the next call, because a lane that was just emptied is checked again soon.
 */
export async function nextDueInMs(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ ms: string | null }>(nextDue);
  return row?.ms == null ? null : Number(row.ms);
}

// An organization may have thousands of numbers, and each claim asks. A digest shows whether they are known already.
const ownNumbers = (organization: string) =>
  `array(select phone_number from phone_numbers where organization_id = ${organization} order by phone_number_id limit 10000)`;
const digest = (numbers: string) => `encode(sha256(convert_to(${numbers}::text, 'UTF8')), 'hex')`;
const selectSettings = readStatement(
  'dialer.gate_settings',
  `select o.allowed_countries,
     case when o.allowed_countries is null then ${digest(ownNumbers('o.organization_id'))} end as numbers_digest, o.rule_packs, o.allowed_number_types, o.frequency_calls, o.frequency_days, o.eligibility_webhook
   from organizations o where o.organization_id = $1`,
);
const selectNumbers = readStatement(
  'dialer.own_numbers',
  `select ${digest('n.numbers')} as digest, n.numbers from (select ${ownNumbers('$1')} as numbers) n`,
);

interface SettingsRow {
  allowed_countries: string[] | null;
  /** `null` when the organization names its countries. */
  numbers_digest: string | null;
  rule_packs: string[];
  allowed_number_types: AllowableNumberType[] | null;
  frequency_calls: number | null;
  frequency_days: number | null;
  eligibility_webhook: StoredEligibilityWebhook | null;
}

const nothingAllowed: GateSettings = {
  allowedCountries: [],
  allowedNumberTypes: [],
  rulePacks: [],
  frequencyCap: null,
  eligibilityWebhook: null,
};

/** Returns the organization's settings for the gate. An unknown organization may call nothing. */
export async function gateSettingsOf(db: Queryable, organizationId: string): Promise<GateSettings> {
  const [row] = await db.query<SettingsRow>(selectSettings, [organizationId]);
  if (!row) return nothingAllowed;
  const { frequency_calls: calls, frequency_days: days } = row;
  return {
    allowedCountries:
      row.allowed_countries ?? (await countriesOfNumbers(db, organizationId, row.numbers_digest)),
    allowedNumberTypes: row.allowed_number_types ?? usualNumberTypes,
    rulePacks: row.rule_packs,
    frequencyCap: calls === null || days === null ? null : { calls, days },
    eligibilityWebhook: row.eligibility_webhook,
  };
}

/**
 * The countries by the digest of the numbers. Parsing 1,000 numbers takes 29 ms of the thread that all calls share.
 */
const knownCountries = new Map<string, string[]>();
const knownMax = 1000;

async function countriesOfNumbers(
  db: Queryable,
  organizationId: string,
  known: string | null,
): Promise<string[]> {
  const before = known === null ? undefined : knownCountries.get(known);
  if (before) return before;
  const [row] = await db.query<{ digest: string; numbers: string[] }>(selectNumbers, [organizationId]);
  const { digest, numbers } = row!;
  const countries = [...new Set(numbers.flatMap(countryCandidates))];
  const [oldest] = knownCountries.keys();
  if (knownCountries.size >= knownMax && oldest !== undefined) knownCountries.delete(oldest);
  knownCountries.set(digest, countries);
  return countries;
}

const permit = statement(
  'dialer.apply_frequency_cap',
  'select held_call_id as "callId", until from apply_frequency_cap($1, $2, $3, $4, $5)',
);

/** A claimed call that the frequency cap does not allow. */
interface CappedCall {
  callId: string;
  /**
   * The time at which the oldest counted call stops counting (RFC 3339); `null` while the customer is on another call.
   */
  until: string | null;
}

/**
 * Permits claimed calls of one organization as often as the cap allows. Returns the calls that must not be dialed now.
 */
export async function applyFrequencyCap(
  db: Queryable,
  cap: FrequencyCap,
  calls: readonly Pick<DialableCall, 'organizationId' | 'nodeId' | 'callId'>[],
): Promise<CappedCall[]> {
  const [first] = calls;
  if (!first) return [];
  const ids = calls.map(({ callId }) => callId);
  return db.query<CappedCall>(permit, [first.organizationId, first.nodeId, ids, cap.calls, cap.days]);
}

const claimNext = statement(
  'dialer.claim_next_invite',
  'select claim_next_invite($1, $2, $3, $4, $5, $6, $7, $8, $9) as state',
);

/** The result of claiming a call again. `full`: the trunk is at a limit, or was deleted. */
export type InviteClaim = 'taken' | 'stopped' | 'lost' | 'full';

/**
 * Claims a call of this process again, for an INVITE over `trunkId` with the identity `next`. Only `taken` permits that
 * INVITE. The previous INVITE, whose identity is `call.invite`, must not be sent any more.
 */
export async function claimNextInvite(
  db: Queryable,
  call: Pick<DialableCall, 'organizationId' | 'callId' | 'nodeId' | 'invite'>,
  trunkId: string,
  next: DialableCall['invite'],
): Promise<InviteClaim> {
  const { organizationId, callId, nodeId, invite } = call;
  const identity = [next.callId, next.branch, next.fromTag, next.cseq];
  const values = [organizationId, callId, nodeId, invite.branch, trunkId, ...identity];
  const [row] = await db.query<{ state: InviteClaim }>(claimNext, values);
  return row?.state ?? 'lost';
}

// `endsAt` is a text, so that microseconds are kept.
const takeSlot = statement(
  'dialer.take_cps_slot',
  'select in_ms as "inMs", ends_at::text as "endsAt" from take_cps_slot($1, $2, $3, $4::timestamptz)',
);

/** The time in which one INVITE may leave over a trunk with a limit of calls per second (CPS). */
export interface CpsSlot {
  /** Milliseconds to the beginning of the slot, from when the database was asked. */
  inMs: number;
  /** The end of the slot, as the database writes it. */
  endsAt: string;
}

/**
 * Takes the next CPS slot of a trunk, `slotMs` long, and gives back the slot that ended at `missed`. Returns null for a
 * trunk without a limit of calls a second.
 */
export async function takeCpsSlot(
  db: Queryable,
  organizationId: string,
  trunkId: string,
  slotMs: number,
  missed: string | null = null,
): Promise<CpsSlot | null> {
  const values = [organizationId, trunkId, slotMs, missed];
  const [row] = await db.query<{ inMs: number | null; endsAt: string | null }>(takeSlot, values);
  return row?.inMs == null || row.endsAt === null ? null : { inMs: row.inMs, endsAt: row.endsAt };
}

const held = readStatement(
  'dialer.held',
  `select organization_id as "organizationId", call_id as "callId", status, stop_requested is not null as "isStopped"
   from live_calls l join calls using (organization_id, call_id)
   where l.node_id = $1 and coalesce(dialing_at, ringing_at, created_at) <= (select dialer_now()) - $2 * interval '1 millisecond'`,
);

/** A call that a process holds by its record. */
interface RecordedCall extends Omit<HeldCall, 'nodeId'> {
  status: CallStatus;
  /** Whether a request asked to stop it. */
  isStopped: boolean;
}

/** Returns the calls that the process has held by their record for at least `olderThanMs`. */
export async function recordedCalls(
  db: Queryable,
  nodeId: string,
  olderThanMs: number,
): Promise<RecordedCall[]> {
  return db.query<RecordedCall>(held, [nodeId, olderThanMs]);
}

const reconcile = statement('dialer.reconcile_lanes', 'select reconcile_lanes() as changed');
const endHolds = statement(
  'dialer.end_cap_holds',
  `update holds h set until = dialer_now()
   where until is null and cap is not null and not exists (
     select from queued_calls where organization_id = h.organization_id limit 1)
   returning 1`,
);

/** Removes up to 5,000 holds by caps that ended 30 days ago. */
export const expiredCapHolds = statement(
  'dialer.expired_cap_holds',
  `delete from holds where ctid in (
     select ctid from holds where cap is not null and until < now() - interval '30 days' limit 5000) returning 1`,
);

/**
 * Makes lanes for queued calls without one, which were being queued while a claim emptied their lane, and removes lanes that
 * are no longer needed. Returns the number of changed lanes.
 */
export async function reconcileLanes(db: Queryable): Promise<number> {
  const [row] = await db.query<{ changed: number }>(reconcile);
  return row?.changed ?? 0;
}

/** Ends holds by caps in organizations without queued calls, where no claim would end them. Returns their number. */
export async function endCapHolds(db: Queryable): Promise<number> {
  return (await db.query(endHolds)).length;
}
