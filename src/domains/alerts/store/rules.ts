import {
  firstRow,
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
  toJson,
} from '../../../platform/db/index.ts';
import type { NamedPageRequest } from '../../../platform/http/index.ts';
import type { RuleFields } from '../schemas.ts';
import type { Watch } from '../state.ts';

/** The last reading of a rule, as it is stored. */
export interface StoredReading {
  at: string;
  value: number | null;
  sample: number;
  limit: number | null;
}

/** The usual value of earlier weeks, and until when it holds (Unix milliseconds). */
export interface Usual {
  value: number | null;
  untilMs: number;
}

/** A rule as it is stored. */
export interface StoredRule extends RuleFields {
  organizationId: string;
  alertRuleId: string;
  baseUrl: string;
  revision: number;
  watch: Watch;
  reading: StoredReading | null;
  usual: Usual | null;
  problem: string | null;
  createdAt: string;
  updatedAt: string;
}

const columns = `organization_id as "organizationId", rule_id as "alertRuleId", name, measure, agent_id as "agentId",
  campaign_id as "campaignId", team_id as "teamId", phrase, stage, window_minutes as "windowMinutes", direction, compared_to as "comparedTo", bound,
  minimum_calls as "minimumCalls", channel_ids as "channelIds", enabled, base_url as "baseUrl", revision, watch, reading, usual,
  problem, created_at as "createdAt", updated_at as "updatedAt"`;

const insert = statement(
  'alerts.insert_rule',
  `insert into alert_rules (organization_id, rule_id, name, measure, agent_id, campaign_id, team_id, phrase, stage,
     window_minutes, direction, compared_to, bound, minimum_calls, channel_ids, enabled, base_url, watch, due_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, case when $16 then now() end)
   returning ${columns}`,
);
// The next reading follows at once, and readings in progress are dropped.
const update = statement(
  'alerts.update_rule',
  `update alert_rules set name = $3, measure = $4, agent_id = $5, campaign_id = $6, team_id = $7, phrase = $8,
     stage = $9, window_minutes = $10, direction = $11, compared_to = $12, bound = $13, minimum_calls = $14, channel_ids = $15,
     enabled = $16, base_url = $17, watch = $18, revision = revision + 1, usual = null, problem = null,
     reading = case when $19 then reading end, due_at = case when $16 then now() end, updated_at = now()
   where organization_id = $1 and rule_id = $2 returning ${columns}`,
);
const selectOne = readStatement(
  'alerts.get_rule',
  `select ${columns} from alert_rules where organization_id = $1 and rule_id = $2`,
);
const selectLocked = statement('alerts.lock_rule', `${selectOne.text} for update`);
const list = namedList('alerts.rules', {
  select: `select ${columns} from alert_rules`,
  organization: 'organization_id',
  id: 'rule_id',
  text: 'name',
});
const remove = statement(
  'alerts.delete_rule',
  'delete from alert_rules where organization_id = $1 and rule_id = $2',
);
const lock = statement('alerts.lock', "select pg_advisory_xact_lock(hashtextextended('alerts ' || $1, 0))");
const count = readStatement(
  'alerts.count_rules',
  'select count(*)::int as count from alert_rules where organization_id = $1',
);
const findCampaign = readStatement(
  'alerts.campaign',
  'select 1 from campaigns where organization_id = $1 and campaign_id = $2',
);
// The lease is longer than a reading may take. After it, another process reads.
const claim = statement(
  'alerts.claim_rules',
  `with due as (
     select organization_id as o, rule_id as r from alert_rules where due_at <= now() order by due_at limit $1
     for update skip locked)
   update alert_rules set due_at = now() + interval '3 minutes' from due where organization_id = o and rule_id = r
   returning ${columns}`,
);
const settle = statement(
  'alerts.settle_rule',
  `update alert_rules set watch = $3, reading = $4, usual = $5, problem = null,
     due_at = now() + make_interval(secs => $6::float8 / 1000)
   where organization_id = $1 and rule_id = $2`,
);
const fail = statement(
  'alerts.fail_rule',
  `update alert_rules set problem = $4, due_at = now() + interval '5 minutes'
   where organization_id = $1 and rule_id = $2 and revision = $3 and enabled`,
);

function valuesOf({ name, measure, agentId, campaignId, phrase, stage, ...rest }: RuleFields): unknown[] {
  const { teamId, windowMinutes, direction, comparedTo, bound, minimumCalls, channelIds, enabled } = rest;
  return [
    ...[
      name,
      measure,
      agentId,
      campaignId,
      teamId,
      phrase,
      stage,
      windowMinutes,
      direction,
      comparedTo,
      bound,
    ],
    ...[minimumCalls, channelIds, enabled],
  ];
}

export async function insertRule(
  db: Queryable,
  organizationId: string,
  alertRuleId: string,
  { fields, baseUrl, watch }: { fields: RuleFields; baseUrl: string; watch: Watch },
): Promise<StoredRule> {
  const values = [organizationId, alertRuleId, ...valuesOf(fields), baseUrl, toJson(watch)];
  const [row] = await db.query<StoredRule>(insert, values);
  return row!;
}

/** Changes a rule. Readings in progress are dropped. */
export async function updateRuleRow(
  db: Queryable,
  { organizationId, alertRuleId }: Pick<StoredRule, 'organizationId' | 'alertRuleId'>,
  given: { fields: RuleFields; baseUrl: string; watch: Watch; keepsReading: boolean },
): Promise<StoredRule> {
  const { fields, baseUrl, watch, keepsReading } = given;
  const values = [organizationId, alertRuleId, ...valuesOf(fields), baseUrl, toJson(watch), keepsReading];
  const [row] = await db.query<StoredRule>(update, values);
  return row!;
}

export function findRule(db: Queryable, organizationId: string, id: string): Promise<StoredRule | null> {
  return firstRow(db, selectOne, [organizationId, id]);
}

/** Returns the rule, locked until the transaction ends. */
export function lockRule(tx: Queryable, organizationId: string, id: string): Promise<StoredRule | null> {
  return firstRow(tx, selectLocked, [organizationId, id]);
}

/** Returns one row more than the page. */
export function selectRules(
  db: Queryable,
  organizationId: string,
  request: NamedPageRequest,
): Promise<StoredRule[]> {
  return queryNamedList<StoredRule>(db, list, organizationId, request);
}

export async function deleteRuleRow(db: Queryable, organizationId: string, id: string): Promise<void> {
  await db.query(remove, [organizationId, id]);
}

/** Prevents other changes of the organization's rules and channels until the transaction ends. */
export async function lockAlerts(tx: Queryable, organizationId: string): Promise<void> {
  await tx.query(lock, [organizationId]);
}

export async function countRules(tx: Queryable, organizationId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(count, [organizationId]);
  return row!.count;
}

export async function isCampaign(db: Queryable, organizationId: string, id: string): Promise<boolean> {
  return (await db.query(findCampaign, [organizationId, id])).length > 0;
}

/** Claims rules that are due for this process. */
export function claimRules(db: Queryable, max: number): Promise<StoredRule[]> {
  return db.query<StoredRule>(claim, [max]);
}

/** Stores what a reading changed. The caller holds the row. */
export async function settleRule(
  tx: Queryable,
  { organizationId, alertRuleId }: StoredRule,
  after: { watch: Watch; reading: StoredReading; usual: Usual | null; nextInMs: number },
): Promise<void> {
  const { watch, reading, usual, nextInMs } = after;
  const states = [toJson(watch), toJson(reading), usual && toJson(usual)];
  await tx.query(settle, [organizationId, alertRuleId, ...states, nextInMs]);
}

/** Stores why a rule could not be read. It is read again five minutes later. */
export async function failRule(db: Queryable, rule: StoredRule, problem: string): Promise<void> {
  await db.query(fail, [rule.organizationId, rule.alertRuleId, rule.revision, problem]);
}
