import { type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import type { Actor } from '../../../platform/http/index.ts';
import { newId } from '../../../platform/kernel/index.ts';
import { holdMessage } from '../../calls/index.ts';
import { dueAt, type Schedule } from '../../schedules/index.ts';
import type { CampaignCall } from '../schemas.ts';

const queue = statement(
  'campaigns.queue_calls',
  'select item, campaign_id, problems from queue_campaign_calls($1, $2) order by item',
);

/** One call as `queue_campaign_calls` takes it. */
export type CallItem = Record<string, unknown> & {
  callId: string;
  scheduleId: string;
  newCampaignId: string;
  /** RFC 3339. */
  dueAt: string;
};

/**
 * Returns the call with its ids and its due time by the cached schedule, computed from `nowMs` (Unix time in
 * milliseconds). Without a schedule the statement refuses it.
 */
export function callItem(
  actor: Pick<Actor, 'organizationId' | 'memberId' | 'requestId'>,
  agentId: string,
  input: CampaignCall,
  schedule: Schedule | null,
  nowMs: number,
): CallItem {
  const timeZone = input.timeZone ?? null;
  const due = schedule
    ? dueAt(schedule, input.phoneNumber, nowMs, timeZone)
    : { atMs: nowMs, holdReason: null };
  const dueAtText = new Date(due.atMs).toISOString();
  return {
    organizationId: actor.organizationId,
    callId: newId('call', nowMs),
    newCampaignId: newId('campaign', nowMs),
    agentId,
    campaignName: input.campaignName,
    scheduleId: input.scheduleId,
    scheduleVersion: schedule?.version ?? 0,
    phoneNumber: input.phoneNumber,
    timeZone,
    phoneNumberId: input.phoneNumberId,
    variables: input.variables,
    givenVariables: namesGiven(input.variables),
    callRetryConfigId: input.callRetryConfigId ?? null,
    localPresenceEnabled: input.localPresenceEnabled ?? false,
    maxConcurrentCalls: input.maxConcurrentCalls ?? null,
    endAt: typeof input.endCampaignAt === 'number' ? new Date(input.endCampaignAt).toISOString() : null,
    dueAt: dueAtText,
    holdReason: due.holdReason,
    holdMessage: due.holdReason === null ? null : holdMessage(due.holdReason, dueAtText),
    priority: input.priority ?? null,
    memberId: actor.memberId,
    requestId: actor.requestId,
  };
}

/** Returns the names of the variables with a value. */
export function namesGiven(variables: Record<string, unknown>): string[] {
  return Object.keys(variables).filter((name) => (variables[name] ?? null) !== null);
}

/** The result for one call: its campaign, or the problems for which it was refused. */
export interface Outcome {
  campaign_id: string | null;
  problems: string[];
}

/** How often a due time is computed again if the schedule changes meanwhile. */
export const dueTimeAttemptsMax = 5;

/** Checks and stores calls in one statement. Results are in the order of the items. */
export async function queueCalls(db: Queryable, items: readonly CallItem[]): Promise<Outcome[]> {
  return db.query<Outcome>(queue, apart(items));
}

/**
 * Returns as JSON the fields that differ between items, and once the fields that all share. The text is built without
 * an object for each item, as such objects would outlive the collection of young objects.
 */
function apart(items: readonly CallItem[]): [own: string, common: string] {
  const [first] = items;
  if (first === undefined || items.length === 1) return [JSON.stringify(items), '{}'];
  const names = Object.keys(first);
  const own = names.filter((name) => items.some((item) => !isSame(item[name], first[name])));
  const common = Object.fromEntries(
    names.filter((name) => !own.includes(name)).map((name) => [name, first[name]]),
  );
  const keys = own.map((name, i) => `${i === 0 ? '' : ','}${JSON.stringify(name)}:`);
  const textOf = (item: CallItem) => own.map((name, i) => keys[i] + JSON.stringify(item[name])).join('');
  return [`[${items.map((item) => `{${textOf(item)}}`).join(',')}]`, JSON.stringify(common)];
}

/** Compares values that are primitive, or lists of primitives. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((value, i) => value === other[i]);
}

const check = readStatement(
  'campaigns.check_call',
  `select unnest(problems) as problem
   from campaign_call_problems(array[json_populate_record(null::campaign_call_item, $1)])`,
);

const checkMany = readStatement(
  'campaigns.check_calls',
  `select item, problems from campaign_call_problems(array(
     select i from json_populate_recordset(json_populate_record(null::campaign_call_item, $2), $1) i))`,
);

/**
 * Returns for each call the problems for which it would be refused, without storing it. Only the dialer's own statement
 * computes due times, so a due time by another version of the schedule is no problem here.
 */
export async function selectProblemsOfMany(
  db: Queryable,
  items: readonly CallItem[],
): Promise<readonly (readonly string[])[]> {
  const problems: string[][] = items.map(() => []);
  if (items.length === 0) return problems;
  const rows = await db.query<{ item: number; problems: string[] }>(checkMany, apart(items));
  for (const row of rows)
    problems[row.item - 1] = row.problems.filter((problem) => problem !== 'schedule-stale');
  return problems;
}

/** Returns the problems for which a call would be refused, without storing it. */
export async function selectProblems(db: Queryable, item: CallItem): Promise<string[]> {
  const rows = await db.query<{ problem: string }>(check, [JSON.stringify(item)]);
  return rows.map(({ problem }) => problem);
}

// Ids of calls begin with their time, so older partitions are not read. A day allows for clocks that differ.
const called = readStatement(
  'campaigns.called',
  `select distinct c.customer_number as number from campaigns k join calls c on c.organization_id = k.organization_id
     and c.campaign_id = k.campaign_id and c.call_id > id_bound('call', k.created_at - interval '1 day')
   where k.organization_id = $1 and k.campaign_id = $2 and c.customer_number = any($3) and c.status <> 'canceled'
     and ($4::timestamptz is null or c.created_at < $4)`,
);

/** Returns those of the numbers (E.164) that have a call in the campaign, created before a time (RFC 3339) if one is given. */
export async function calledInCampaign(
  db: Queryable,
  {
    organizationId,
    campaignId,
    before,
  }: { organizationId: string; campaignId: string; before?: string | undefined },
  numbers: readonly string[],
): Promise<Set<string>> {
  const values = [organizationId, campaignId, numbers, before ?? null];
  const rows = await db.query<{ number: string }>(called, values);
  return new Set(rows.map(({ number }) => number));
}
