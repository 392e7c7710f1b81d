import { type Queryable, readStatement } from '../../../platform/db/index.ts';
import type { EndedReason } from '../../calls/index.ts';
import type { OtherCampaign } from './shares.ts';

/** The time, and the calling rules of the organization. */
export interface HoursFrame {
  nowMs: number;
  rulePacks: string[];
}

/** The limits of a campaign. */
export interface Frame extends HoursFrame {
  organizationMax: number;
  dialing: 'on' | 'off';
  /** Other running campaigns whose queued calls can be dialed now or when they become due. */
  others: OtherCampaign[];
  /** The trunk of each of the organization's numbers. */
  trunks: { numberId: string; trunkId: string; concurrentMax: number | null; perSecondMax: number | null }[];
}

const frame = readStatement(
  'campaigns.forecast_frame',
  `select extract(epoch from dialer_now())::float8 * 1000 as "nowMs", o.max_concurrent_calls as "organizationMax",
     o.dialing, o.rule_packs as "rulePacks", others.campaigns as others,
     coalesce((select json_agg(json_build_object('numberId', n.phone_number_id, 'trunkId', t.trunk_id, 'concurrentMax',
         t.max_concurrent_calls, 'perSecondMax', t.max_calls_per_second))
       from phone_numbers n join trunks t on t.organization_id = n.organization_id and t.trunk_id = n.trunk_id
       where n.organization_id = o.organization_id), '[]') as trunks
   from organizations o cross join lateral (
     -- A number whose lines are all in use, or whose day is used up, can call again.
     select array(select row(r.phone_number_id, r.trunk_id, null::integer, r.is_local, null::integer)::number_capacity
       from unnest(numbers_with_capacity(o.organization_id, null, '{}')) as r) as callable) numbers
   cross join lateral (
     select coalesce(json_agg(json_build_object('weight', k.weight,
       'dialsFromMs', extract(epoch from due.first_at)::float8 * 1000,
       'endAtMs', extract(epoch from k.end_at)::float8 * 1000)), '[]') as campaigns
     from dial_lanes l join campaigns k on k.organization_id = l.organization_id and k.campaign_id = l.campaign_id
       cross join lateral (select min(q.due_at) as first_at from unnest(l.priorities) as p (priority)
         cross join lateral find_due_calls_by_number(l.organization_id, l.campaign_id, p.priority, 'infinity', '{}', 1,
           numbers.callable) as q) due
     where l.organization_id = o.organization_id and l.campaign_id <> $2 and k.status = 'running'
       and due.first_at is not null and not exists (
         select from circuits c where c.organization_id = l.organization_id and c.kind = 'campaign'
           and c.subject_id = l.campaign_id and c.state <> 'closed')) others
   where o.organization_id = $1`,
);

export async function readFrame(db: Queryable, organizationId: string, campaignId: string): Promise<Frame> {
  return (await db.query<Frame>(frame, [organizationId, campaignId]))[0]!;
}

const hours = readStatement(
  'campaigns.hours_frame',
  `select extract(epoch from dialer_now())::float8 * 1000 as "nowMs", rule_packs as "rulePacks"
   from organizations where organization_id = $1`,
);

/** Reads what decides, besides schedules, when customers may be called. */
export async function readHours(db: Queryable, organizationId: string): Promise<HoursFrame> {
  return (await db.query<HoursFrame>(hours, [organizationId]))[0]!;
}

/** Waiting calls that a forecast treats alike. */
export interface WaitingCalls {
  /** The number of one of their customers. */
  example: string;
  timeZone: string | null;
  scheduleId: string | null;
  retryConfigId: string | null;
  attempt: number;
  dueMs: number;
  calls: number;
  /** The organization's numbers that the calls may use. */
  numbers: string[];
}

const total = readStatement(
  'campaigns.forecast_total',
  'select count(*) as calls from queued_calls where organization_id = $1 and campaign_id = $2',
);
// The first digits of a number identify the customer's region. Due times are rounded to a quarter of an hour.
const groupsOf = (from: string) =>
  `select min(c.customer_number) as example, c.time_zone as "timeZone", q.schedule_id as "scheduleId",
     c.call_retry_config_id as "retryConfigId", c.attempt,
     extract(epoch from date_bin('15 minutes', greatest(q.due_at, (select dialer_now())), 'epoch'))::float8 * 1000
       as "dueMs",
     count(*) as calls, array_agg(distinct q.phone_number_id) as numbers
   from ${from} q join calls c on c.organization_id = q.organization_id and c.call_id = q.call_id
   where q.organization_id = $1 and q.campaign_id = $2
   group by left(c.customer_number, case when c.customer_number like '+1%' then 5 else 4 end), 2, 3, 4, 5, 6`;
const groups = readStatement('campaigns.forecast_groups', groupsOf('queued_calls'));
const sampled = readStatement(
  'campaigns.forecast_sample',
  groupsOf('(select * from queued_calls tablesample system ($3) repeatable (1))'),
);

/** Above this number, a sample of about this size is read. */
const sampleCalls = 50_000;

/** Returns the waiting calls in groups. Of very many calls it reads a sample of `counted` ones. */
export async function countWaiting(
  db: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<{ groups: WaitingCalls[]; counted: number; total: number }> {
  const [row] = await db.query<{ calls: number }>(total, [organizationId, campaignId]);
  const all = row?.calls ?? 0;
  const own = [organizationId, campaignId];
  const few = all <= 2 * sampleCalls;
  let found = few ? [] : await db.query<WaitingCalls>(sampled, [...own, (100 * sampleCalls) / all]);
  if (found.length === 0) found = await db.query<WaitingCalls>(groups, own);
  const counted = found.reduce((sum, { calls }) => sum + calls, 0);
  return { groups: found, counted, total: few ? counted : all };
}

const first = readStatement(
  'campaigns.first_waiting',
  groupsOf(`(select * from queued_calls where organization_id = $1 and campaign_id = $2
     order by priority, due_at, call_id limit $3)`),
);

/** Returns the first waiting calls in groups. `isMore` when the queue has more than `callsMax`. */
export async function firstWaiting(
  db: Queryable,
  { organizationId, campaignId, callsMax }: { organizationId: string; campaignId: string; callsMax: number },
): Promise<{ groups: WaitingCalls[]; isMore: boolean }> {
  const found = await db.query<WaitingCalls>(first, [organizationId, campaignId, callsMax + 1]);
  return { groups: found, isMore: found.reduce((sum, { calls }) => sum + calls, 0) > callsMax };
}

const bound = readStatement(
  'campaigns.bound_to_number',
  `select exists (select from (select phone_number_id, is_local from queued_calls
       where organization_id = $1 and campaign_id = $2 order by priority, due_at, call_id limit $3) q
     where phone_number_id = $4 and not is_local) as is_bound`,
);

/** Returns whether one of the first waiting calls can be made from this number alone, because it has no local presence. */
export async function needsNumber(
  db: Queryable,
  {
    organizationId,
    campaignId,
    phoneNumberId,
    callsMax,
  }: { organizationId: string; campaignId: string; phoneNumberId: string; callsMax: number },
): Promise<boolean> {
  const values = [organizationId, campaignId, callsMax, phoneNumberId];
  return (await db.query<{ is_bound: boolean }>(bound, values))[0]!.is_bound;
}

/** Ended attempts. */
export interface CountedEnd {
  attempt: number;
  reason: EndedReason;
  calls: number;
  /** The sum of the time that they took a line. */
  seconds: number;
}

// Samples the first and the last calls, because the last ones are mostly retries.
const ends = readStatement(
  'campaigns.forecast_ends',
  `select least(attempt, 5) as attempt, ended_reason as reason, count(*) as calls,
     coalesce(sum(greatest(extract(epoch from ended_at - dialing_at), 0)), 0)::float8 as seconds
   from (
     (select call_id, attempt, status, ended_reason, ended_at, dialing_at from calls
       where organization_id = $1 and campaign_id = $2 order by call_id limit 20000)
     union
     (select call_id, attempt, status, ended_reason, ended_at, dialing_at from calls
       where organization_id = $1 and campaign_id = $2 order by call_id desc limit 20000)) c
   where status in ('ended', 'canceled') and ended_reason is not null
   group by 1, 2`,
);

export async function countEnds(
  db: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<CountedEnd[]> {
  return db.query<CountedEnd>(ends, [organizationId, campaignId]);
}
