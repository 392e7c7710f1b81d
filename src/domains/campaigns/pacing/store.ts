import {
  type Queryable,
  readStatement,
  rowsGiven,
  statement,
  toJson,
  valuesGiven,
} from '../../../platform/db/index.ts';
import type { HeldBack } from './decide-dials.ts';
import type { DecidedAttempt, Measurements } from './measurements.ts';

/** How often the allowances of a team are refreshed, and how long one is valid. */
export const refreshEveryMs = 1000;
const allowanceSeconds = 3;
/** The abandonment is measured over successive periods of this length. */
const periodDays = 30;

/** The decision that is shown. */
export interface ShownDecision {
  heldBack: HeldBack | null;
  answerRate: number | null;
  inAir: number;
  dial: number;
}

// A little less than the interval, so that a process that looks each second refreshes each second.
const isDue = `p.refreshed_at < dialer_now() - interval '${refreshEveryMs - 100} milliseconds'`;
const hasWork = `(exists (select from dial_lanes l where l.organization_id = c.organization_id and l.campaign_id = c.campaign_id)
  or exists (select from live_calls l where l.organization_id = c.organization_id and l.campaign_id = c.campaign_id))`;
const due = readStatement(
  'campaigns.organizations_to_pace',
  `select distinct c.organization_id as "organizationId"
   from campaigns c join campaign_pacing p on p.organization_id = c.organization_id and p.campaign_id = c.campaign_id
   where c.dialing_team_id is not null and c.status = 'running' and ${isDue} and ${hasWork} order by 1`,
);
const teams = readStatement(
  'campaigns.teams_to_pace',
  `select distinct c.dialing_team_id as "teamId" from campaigns c
   where c.organization_id = $1 and c.dialing_team_id is not null and c.status <> 'ended' and ${hasWork} order by 1`,
);
const lock = statement(
  'campaigns.lock_pacing',
  `select pg_try_advisory_xact_lock(hashtextextended('pacing ' || $1, 0)) as "isLocked",
     floor(extract(epoch from dialer_now()) / ${allowanceSeconds})::int as turn`,
);
const hold = statement(
  'campaigns.hold_claims',
  'select from organization_slots where organization_id = $1 for update',
);
const seconds = (from: string, to = 'dialer_now()') => `extract(epoch from ${to} - ${from})::float8`;
// One statement, and therefore one snapshot: the calls in the air are those of `claimed`.
const facts = readStatement(
  'campaigns.pacing_facts',
  `with paced as materialized (
     select c.campaign_id, c.dialing_mode, c.max_abandonment, p.claimed, p.measured, p.answered, p.abandoned,
       ${isDue} as is_due, least(${seconds('p.refreshed_at')} * 1000, 2000) as since_ms,
       p.period_since is null or p.period_since <= dialer_now() - interval '${periodDays} days' as is_over
     from campaigns c join campaign_pacing p on p.organization_id = c.organization_id and p.campaign_id = c.campaign_id
     where c.organization_id = $1 and c.dialing_team_id = $2 and c.status = 'running'
   ), air as materialized (
     -- The members will be needed for the calls of paused campaigns too.
     select l.campaign_id, l.call_id, ${seconds('k.dialing_at')} as seconds
     from campaigns d join live_calls l on l.organization_id = $1 and l.campaign_id = d.campaign_id
       join calls k on k.organization_id = $1 and k.call_id = l.call_id
     where d.organization_id = $1 and d.dialing_team_id = $2
       and k.dialing_at is not null and (k.started_at is null or k.answered_by is null)
       and not exists (select from team_calls t where t.organization_id = $1 and t.call_id = l.call_id)
   ), members as materialized (
     -- It is not known when a member is free again who has taken another call over.
     select m.member_id, case when exists (select from live_calls l where l.organization_id = $1 and l.call_id = r.taken_call_id)
         then 'away' else member_state(r.wanted, r.lease_until, r.wrap_up_until, o.member_id is not null, clock_timestamp())
       end as state,
       ${seconds('coalesce(o.answered_at, clock_timestamp())', 'clock_timestamp()')} as on_call,
       ${seconds('clock_timestamp()', 'r.wrap_up_until')} as wrap_up
     from team_members m left join member_presence r
         on r.organization_id = m.organization_id and r.member_id = m.member_id
       left join team_calls o on o.organization_id = m.organization_id and o.member_id = m.member_id
         and o.state in ('offered', 'answered')
     -- A telephone is not answered within 2 s.
     where m.organization_id = $1 and m.team_id = $2 and r.takes_on is distinct from 'device'
   )
   select (select json_agg(json_build_object('campaignId', d.campaign_id, 'mode', d.dialing_mode,
         'maxAbandonment', d.max_abandonment, 'claimed', d.claimed, 'measured', d.measured,
         'answered', case when d.is_over then 0 else d.answered end,
         'abandoned', case when d.is_over then 0 else d.abandoned end,
         'isDue', d.is_due, 'sinceMs', d.since_ms) order by d.campaign_id) from paced d) as campaigns,
     coalesce((select json_agg(json_build_object('campaignId', a.campaign_id, 'callId', a.call_id, 'seconds', a.seconds)
       order by a.call_id) from air a), '[]') as "inAir",
     coalesce((select json_agg(json_build_object('memberId', m.member_id, 'state', m.state,
         'seconds', case m.state when 'busy' then m.on_call when 'wrapUp' then m.wrap_up else 0 end) order by m.member_id)
       from members m where m.state <> 'away'), '[]') as members,
     exists (select from campaigns d join dial_lanes l on l.organization_id = d.organization_id and l.campaign_id = d.campaign_id
       where d.organization_id = $1 and d.dialing_team_id = $2 and d.status = 'running' and l.first_due_at <= dialer_now())
       as "hasDueCalls",
     (select count(*)::int from team_calls where organization_id = $1 and team_id = $2 and state = 'waiting') as waiting,
     coalesce((select wrap_up_seconds from teams where organization_id = $1 and team_id = $2), 0) as "wrapUpSeconds",
     array(select ${seconds('answered_at', 'ended_at')} from team_calls
       where organization_id = $1 and team_id = $2 and answered_at is not null and ended_at is not null
       order by ended_at desc limit 200) as handling`,
);
const decided = readStatement(
  'campaigns.decided_attempts',
  `select k.campaign_id as "campaignId", t.waiting_since is not null as "isAnswered",
     ${seconds('k.dialing_at', 'coalesce(t.waiting_since, k.ended_at, dialer_now())')} as seconds
   from calls k left join lateral (select min(waiting_since) as waiting_since from team_calls
     where organization_id = k.organization_id and call_id = k.call_id) t on true
   where k.organization_id = $1 and k.call_id = any($2) and k.dialing_at is not null and k.status <> 'queued'`,
);
const given = {
  campaign_id: 'text',
  claimed: 'bigint',
  dial: 'int',
  decision: 'json',
  measured: 'json',
  idle_ms: 'bigint',
  present_ms: 'bigint',
};
const store = statement(
  'campaigns.store_allowances',
  `with ${rowsGiven('given', given, 2)}
   update campaign_pacing p set allowed_through = g.claimed + g.dial,
     allowed_until = dialer_now() + interval '${allowanceSeconds} seconds', refreshed_at = dialer_now(),
     decision = g.decision, measured = g.measured, idle_ms = p.idle_ms + g.idle_ms, present_ms = p.present_ms + g.present_ms
   from given g where p.organization_id = $1 and p.campaign_id = g.campaign_id`,
);

const prepare = statement(
  'campaigns.prepare_pacing',
  'insert into campaign_pacing (organization_id, campaign_id) values ($1, $2) on conflict do nothing',
);

const isNewPeriod = `(period_since is null or period_since <= dialer_now() - interval '${periodDays} days')`;
const countOf = (name: string) =>
  `${name} = case when $3 = 'answered' and ${isNewPeriod} then 0 else ${name} end + case when $3 = '${name}' then 1 else 0 end`;
const sumOf = (name: string) =>
  `${name} = case when $3 = 'answered' and ${isNewPeriod} then 0 else ${name} end`;
// An answer begins a period.
const countOne = statement(
  'campaigns.count_answer',
  `update campaign_pacing set ${['answered', 'given', 'abandoned'].map(countOf).join(', ')},
     ${['idle_ms', 'present_ms'].map(sumOf).join(', ')},
     period_since = case when $3 = 'answered' and ${isNewPeriod} then dialer_now() else period_since end
   where organization_id = $1 and campaign_id = $2`,
);

/** What became of a call that a person answered. */
export type AnswerCount = 'answered' | 'given' | 'abandoned';

export async function countAnswer(
  db: Queryable,
  organizationId: string,
  campaignId: string,
  what: AnswerCount,
): Promise<void> {
  await db.query(countOne, [organizationId, campaignId, what]);
}

const shown = readStatement(
  'campaigns.shown_pacing',
  `select p.decision, p.allowed_until > dialer_now() as "isPaced", p.period_since as "periodSince", p.answered, p.given,
     p.abandoned, p.idle_ms::float8 / nullif(p.present_ms, 0) as "idleShare"
   from campaign_pacing p where p.organization_id = $1 and p.campaign_id = $2`,
);

/** The measurements of a campaign of a team that are shown. */
export interface ShownPacing {
  decision: ShownDecision | null;
  /** Whether a process has refreshed the allowance within the last seconds. */
  isPaced: boolean;
  periodSince: string | null;
  answered: number;
  given: number;
  abandoned: number;
  idleShare: number | null;
}

/** Returns null for a campaign that never dialed for a team. */
export async function readShownPacing(
  db: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<ShownPacing | null> {
  return (await db.query<ShownPacing>(shown, [organizationId, campaignId]))[0] ?? null;
}

/** Makes a campaign known to the pacer. It dials nothing before its first allowance. */
export async function preparePacing(
  tx: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<void> {
  await tx.query(prepare, [organizationId, campaignId]);
}

/** A member who takes calls now, or will when a call or the wrap-up is over. */
export interface PacedMember {
  memberId: string;
  state: 'available' | 'busy' | 'wrapUp';
  /** How long the call has lasted, or how long the wrap-up still takes. */
  seconds: number;
}

/** A running campaign of a team. */
export interface PacedCampaign {
  campaignId: string;
  mode: 'progressive' | 'predictive';
  maxAbandonment: number;
  claimed: number;
  measured: Measurements | null;
  /** Of the current period. */
  answered: number;
  abandoned: number;
  /** Whether its allowance was not refreshed within the last second. */
  isDue: boolean;
  sinceMs: number;
}

/** The campaigns of a team, its calls and its members at one moment. */
export interface TeamFacts {
  teamId: string;
  campaigns: PacedCampaign[] | null;
  inAir: { campaignId: string; callId: string; seconds: number }[];
  members: PacedMember[];
  hasDueCalls: boolean;
  waiting: number;
  wrapUpSeconds: number;
  handling: number[];
}

/** Returns the organizations with running campaigns of teams whose allowances are older than a second. */
export async function organizationsToPace(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ organizationId: string }>(due);
  return rows.map(({ organizationId }) => organizationId);
}

/**
 * Takes the right to refresh the allowances of an organization until the transaction ends. Returns a number that grows every few
 * seconds, by which its teams take turns; null when another process has the right.
 */
export async function lockPacing(tx: Queryable, organizationId: string): Promise<number | null> {
  const [row] = await tx.query<{ isLocked: boolean; turn: number }>(lock, [organizationId]);
  return row!.isLocked ? row!.turn : null;
}

/** Lets the organization claim no call until the transaction ends. */
export async function holdClaims(tx: Queryable, organizationId: string): Promise<void> {
  await tx.query(hold, [organizationId]);
}

/** Returns the facts of every team for which calls are due or live. */
export async function readTeams(tx: Queryable, organizationId: string): Promise<TeamFacts[]> {
  const found: TeamFacts[] = [];
  for (const { teamId } of await tx.query<{ teamId: string }>(teams, [organizationId])) {
    const [read] = await tx.query<Omit<TeamFacts, 'teamId'>>(facts, [organizationId, teamId]);
    found.push({ teamId, ...read! });
  }
  return found;
}

/** Returns what became of calls that are no longer in the air. Omits those that were put back into the queue. */
export function readDecided(
  tx: Queryable,
  organizationId: string,
  callIds: readonly string[],
): Promise<(DecidedAttempt & { campaignId: string })[]> {
  return tx.query<DecidedAttempt & { campaignId: string }>(decided, [organizationId, callIds]);
}

/** A new allowance of a campaign. */
export interface Allowance {
  campaignId: string;
  /** The claimed calls at the time of the facts. The allowance counts from there. */
  claimed: number;
  decision: ShownDecision;
  measured: Measurements;
  idleMs: number;
  presentMs: number;
}

export async function storeAllowances(
  tx: Queryable,
  organizationId: string,
  allowances: readonly Allowance[],
): Promise<void> {
  const rows = allowances.map(({ campaignId, claimed, decision, measured, idleMs, presentMs }) => ({
    ...{ campaign_id: campaignId, claimed, dial: decision.dial, decision: toJson(decision) },
    ...{ measured: toJson(measured), idle_ms: Math.round(idleMs), present_ms: Math.round(presentMs) },
  }));
  await tx.query(store, [organizationId, ...valuesGiven(given, rows)]);
}
