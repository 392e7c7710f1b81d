import {
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
  toJson,
} from '../../platform/db/index.ts';
import type { NamedPageRequest, PageRequest } from '../../platform/http/index.ts';
import type { CreateRetryConfig, RetryConfig, UsingCampaign } from './schemas.ts';

const columns = `call_retry_config_id, name, max_attempts, delays_seconds, outcome_delays, vary_time_of_day, retry_on,
  created_at, updated_at`;

interface RetryConfigRow {
  call_retry_config_id: string;
  name: string;
  max_attempts: number;
  delays_seconds: number[];
  outcome_delays: RetryConfig['outcomeDelaysSeconds'];
  vary_time_of_day: boolean;
  retry_on: RetryConfig['retryOn'];
  created_at: string;
  updated_at: string;
}

const insert = statement(
  'retry_configs.insert',
  `insert into retry_configs (organization_id, call_retry_config_id, name, max_attempts, delays_seconds, outcome_delays,
     vary_time_of_day, retry_on, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, now(), now())
   returning ${columns}`,
);
const update = statement(
  'retry_configs.update',
  `update retry_configs set name = $3, max_attempts = $4, delays_seconds = $5, outcome_delays = $6,
     vary_time_of_day = $7, retry_on = $8, updated_at = now()
   where organization_id = $1 and call_retry_config_id = $2
   returning ${columns}`,
);
const selectOne = readStatement(
  'retry_configs.get',
  `select ${columns} from retry_configs where organization_id = $1 and call_retry_config_id = $2`,
);
const selectForChange = statement('retry_configs.lock', `${selectOne.text} for no key update`);
const selectForDeletion = statement('retry_configs.lock_for_deletion', `${selectOne.text} for update`);
const list = namedList('retry_configs.list', {
  select: `select ${columns} from retry_configs`,
  organization: 'organization_id',
  id: 'call_retry_config_id',
  text: 'name',
});
const remove = statement(
  'retry_configs.delete',
  'delete from retry_configs where organization_id = $1 and call_retry_config_id = $2',
);
const users = statement(
  'retry_configs.users',
  `(select 'call ' || call_id as name from live_calls join calls using (organization_id, call_id)
      where organization_id = $1 and call_retry_config_id = $2 limit 2)
   union all
   (select 'call ' || call_id from queued_calls join calls using (organization_id, call_id)
      where organization_id = $1 and call_retry_config_id = $2 limit 2)`,
);

export async function insertRetryConfig(
  db: Queryable,
  organizationId: string,
  callRetryConfigId: string,
  values: CreateRetryConfig,
): Promise<RetryConfig> {
  const parameters = [organizationId, callRetryConfigId, ...parametersOf(values)];
  const [row] = await db.query<RetryConfigRow>(insert, parameters);
  return toRetryConfig(row!);
}

export async function updateRetryConfigRow(
  db: Queryable,
  organizationId: string,
  callRetryConfigId: string,
  values: CreateRetryConfig,
): Promise<RetryConfig> {
  const parameters = [organizationId, callRetryConfigId, ...parametersOf(values)];
  const [row] = await db.query<RetryConfigRow>(update, parameters);
  return toRetryConfig(row!);
}

export async function findRetryConfig(
  db: Queryable,
  organizationId: string,
  callRetryConfigId: string,
): Promise<RetryConfig | null> {
  const [row] = await db.query<RetryConfigRow>(selectOne, [organizationId, callRetryConfigId]);
  return row ? toRetryConfig(row) : null;
}

/** Returns the retry configuration and locks it against changes until the transaction ends. */
export async function lockRetryConfig(
  db: Queryable,
  organizationId: string,
  callRetryConfigId: string,
): Promise<RetryConfig | null> {
  const [row] = await db.query<RetryConfigRow>(selectForChange, [organizationId, callRetryConfigId]);
  return row ? toRetryConfig(row) : null;
}

/**
 * Returns the retry configuration and locks it against changes and new references. Look for its users in a later
 * statement.
 */
export async function lockRetryConfigForDeletion(
  db: Queryable,
  organizationId: string,
  callRetryConfigId: string,
): Promise<RetryConfig | null> {
  const [row] = await db.query<RetryConfigRow>(selectForDeletion, [organizationId, callRetryConfigId]);
  return row ? toRetryConfig(row) : null;
}

/** Returns one row more than the page. */
export async function selectRetryConfigs(
  db: Queryable,
  organizationId: string,
  request: NamedPageRequest,
): Promise<RetryConfig[]> {
  const rows = await queryNamedList<RetryConfigRow>(db, list, organizationId, request);
  return rows.map(toRetryConfig);
}

export async function deleteRetryConfigRow(
  db: Queryable,
  organizationId: string,
  callRetryConfigId: string,
): Promise<void> {
  await db.query(remove, [organizationId, callRetryConfigId]);
}

/** Returns a few calls that wait or run with the retry configuration, as texts. */
export async function usersOfRetryConfig(
  db: Queryable,
  organizationId: string,
  callRetryConfigId: string,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(users, [organizationId, callRetryConfigId]);
  return rows.map(({ name }) => name);
}

function parametersOf(values: CreateRetryConfig): unknown[] {
  const { name, maxAttempts, delaysSeconds, outcomeDelaysSeconds, varyTimeOfDay, retryOn } = values;
  return [name, maxAttempts, delaysSeconds, toJson(outcomeDelaysSeconds), varyTimeOfDay, retryOn];
}

function toRetryConfig(row: RetryConfigRow): RetryConfig {
  return {
    callRetryConfigId: row.call_retry_config_id,
    name: row.name,
    maxAttempts: row.max_attempts,
    delaysSeconds: row.delays_seconds,
    outcomeDelaysSeconds: row.outcome_delays,
    varyTimeOfDay: row.vary_time_of_day,
    retryOn: row.retry_on,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Looks for one call of each campaign, because a join would read all calls that ever used the configuration. */
const campaigns = readStatement(
  'retry_configs.campaigns',
  `select c.campaign_id as "campaignId", c.name, c.status, rfc3339(c.created_at) as "createdAt" from campaigns c
   cross join lateral (
     select from calls where organization_id = $1 and call_retry_config_id = $2 and campaign_id = c.campaign_id
       and campaign_id <> '' limit 1
   ) made
   where c.organization_id = $1 and c.status <> 'ended' and ($3::text is null or c.campaign_id < $3)
   order by c.campaign_id desc limit $4`,
);

/** Returns one row more than the page of the running campaigns that have calls with the configuration, newest first. */
export function selectCampaignsWith(
  db: Queryable,
  organizationId: string,
  callRetryConfigId: string,
  page: PageRequest,
): Promise<UsingCampaign[]> {
  const values = [organizationId, callRetryConfigId, page.after?.id ?? null, page.size + 1];
  return db.query<UsingCampaign>(campaigns, values);
}
