import {
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
} from '../../../platform/db/index.ts';
import type { NamedPageRequest } from '../../../platform/http/index.ts';
import { type Circuit, type CircuitRow, circuitSql, toCircuit } from '../../circuits/index.ts';
import type { CallDefaults, Campaign } from '../schemas.ts';

interface CampaignRow {
  campaign_id: string;
  agent_id: string;
  name: string;
  status: Campaign['status'];
  has_started: boolean;
  max_concurrent_calls: number | null;
  weight: number;
  end_at: string | null;
  ended_at: string | null;
  call_defaults: Partial<CallDefaults>;
  daytime_only: boolean;
  dialing_mode: Campaign['dialing']['mode'];
  dialing_team_id: string | null;
  max_abandonment: number;
  created_at: string;
  updated_at: string;
}

const columns =
  'campaign_id, agent_id, name, status, has_started, max_concurrent_calls, weight, end_at, ended_at, call_defaults, daytime_only, dialing_mode, dialing_team_id, max_abandonment, created_at, updated_at';

const selectOne = readStatement(
  'campaigns.get',
  `select ${columns} from campaigns where organization_id = $1 and campaign_id = $2`,
);
const some = readStatement(
  'campaigns.get_some',
  `select ${columns} from campaigns where organization_id = $1 and campaign_id = any($2)`,
);
const selectForUpdate = statement('campaigns.lock', `${selectOne.text} for update`);
const selectInUse = statement(
  'campaigns.in_use',
  `${selectOne.text} and status <> 'ended' and (end_at is null or end_at > dialer_now()) for no key update`,
);
const update = statement(
  'campaigns.update',
  `update campaigns set max_concurrent_calls = $3, weight = $4, call_defaults = $5, dialing_mode = $6, dialing_team_id = $7,
     max_abandonment = $8, daytime_only = $9, updated_at = now()
   where organization_id = $1 and campaign_id = $2 returning ${columns}`,
);
const insert = statement(
  'campaigns.create',
  `insert into campaigns
     (organization_id, campaign_id, agent_id, name, max_concurrent_calls, weight, end_at, call_defaults, dialing_mode, dialing_team_id,
     max_abandonment, daytime_only, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now(), now()) on conflict do nothing returning ${columns}`,
);
const selectMax = readStatement(
  'campaigns.organization_max',
  'select max_concurrent_calls from organizations where organization_id = $1',
);
const list = namedList('campaigns.list', {
  select: `select ${columns} from campaigns`,
  organization: 'organization_id',
  id: 'campaign_id',
  text: 'name',
  and: 'and ($5::text is null or status = $5) and ($6::text is null or agent_id = $6)',
  andValues: 2,
});
const selectCircuit = readStatement(
  'campaigns.circuit',
  `select ${circuitSql('campaign', 'campaigns', 'campaign_id')} as circuit from campaigns
   where organization_id = $1 and campaign_id = $2`,
);
const move = statement(
  'campaigns.move',
  `update campaigns set status = $3, updated_at = now(), ended_at = case when $3 = 'ended' then now() end,
     has_started = has_started or $3 = 'running'
   where organization_id = $1 and campaign_id = $2 and status = any($4) returning ${columns}`,
);

const hold = statement(
  'campaigns.create_paused',
  `update campaigns set status = 'paused', has_started = false
   where organization_id = $1 and campaign_id = $2 returning ${columns}`,
);

export async function findCampaign(
  db: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<Campaign | null> {
  const [row] = await db.query<CampaignRow>(selectOne, [organizationId, campaignId]);
  return row ? toCampaign(row) : null;
}

/** Returns those of the campaigns that exist, in no order. */
export async function selectSome(
  db: Queryable,
  organizationId: string,
  campaignIds: readonly string[],
): Promise<Campaign[]> {
  return (await db.query<CampaignRow>(some, [organizationId, campaignIds])).map(toCampaign);
}

/** Returns the campaign and locks it until the transaction ends. */
export async function lockCampaign(
  db: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<Campaign | null> {
  const [row] = await db.query<CampaignRow>(selectForUpdate, [organizationId, campaignId]);
  return row ? toCampaign(row) : null;
}

/**
 * Returns the campaign and prevents its end until the transaction ends. Null when there is none, or it has ended. A
 * call by the name of an ended campaign begins a new one.
 */
export async function campaignInUse(
  tx: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<Campaign | null> {
  const [row] = await tx.query<CampaignRow>(selectInUse, [organizationId, campaignId]);
  return row ? toCampaign(row) : null;
}

export async function updateCampaignRow(
  db: Queryable,
  organizationId: string,
  campaignId: string,
  {
    maxConcurrentCalls,
    weight,
    callDefaults,
    daytimeOnly,
    dialing,
  }: Pick<Campaign, 'maxConcurrentCalls' | 'weight' | 'callDefaults' | 'daytimeOnly' | 'dialing'>,
): Promise<Campaign> {
  const own = [maxConcurrentCalls, weight, JSON.stringify(callDefaults), ...dialingValues(dialing)];
  const values = [organizationId, campaignId, ...own, daytimeOnly];
  return toCampaign((await db.query<CampaignRow>(update, values))[0]!);
}

/** Stores a campaign without calls. Null when the agent has a campaign of this name that has not ended. */
export async function insertCampaign(
  db: Queryable,
  organizationId: string,
  campaignId: string,
  campaign: Pick<
    Campaign,
    | 'agentId'
    | 'name'
    | 'maxConcurrentCalls'
    | 'weight'
    | 'endCampaignAt'
    | 'callDefaults'
    | 'daytimeOnly'
    | 'dialing'
  >,
): Promise<Campaign | null> {
  const { agentId, name, maxConcurrentCalls, weight, endCampaignAt, callDefaults, dialing } = campaign;
  const endAt = endCampaignAt === null ? null : new Date(endCampaignAt).toISOString();
  const values = [agentId, name, maxConcurrentCalls, weight, endAt, JSON.stringify(callDefaults)];
  const all = [organizationId, campaignId, ...values, ...dialingValues(dialing), campaign.daytimeOnly];
  const [row] = await db.query<CampaignRow>(insert, all);
  return row ? toCampaign(row) : null;
}

/** Returns the cap of the organization, which bounds those of its campaigns. */
export async function organizationMax(db: Queryable, organizationId: string): Promise<number> {
  const [row] = await db.query<{ max_concurrent_calls: number }>(selectMax, [organizationId]);
  return row!.max_concurrent_calls;
}

export async function selectCampaigns(
  db: Queryable,
  organizationId: string,
  filters: { status?: string | undefined; agentId?: string | undefined },
  request: NamedPageRequest,
): Promise<Campaign[]> {
  const given = [filters.status ?? null, filters.agentId ?? null];
  const rows = await queryNamedList<CampaignRow>(db, list, organizationId, request, given);
  return rows.map(toCampaign);
}

export async function findCircuit(
  db: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<Circuit | null> {
  const [row] = await db.query<{ circuit: CircuitRow }>(selectCircuit, [organizationId, campaignId]);
  return row ? toCircuit(row.circuit) : null;
}

/** Holds the calls of a campaign that was created in this transaction, until it is resumed. */
export async function holdNewCampaign(
  tx: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<Campaign> {
  return toCampaign((await tx.query<CampaignRow>(hold, [organizationId, campaignId]))[0]!);
}

/** Changes the status of the campaign. Null when it is in none of the states `from`. */
export async function moveCampaign(
  db: Queryable,
  organizationId: string,
  campaignId: string,
  from: readonly Campaign['status'][],
  to: Campaign['status'],
): Promise<Campaign | null> {
  const [row] = await db.query<CampaignRow>(move, [organizationId, campaignId, to, from]);
  return row ? toCampaign(row) : null;
}

function dialingValues({ mode, teamId, maxAbandonment }: Campaign['dialing']) {
  return [mode, teamId, maxAbandonment];
}

function toCampaign(row: CampaignRow): Campaign {
  return {
    campaignId: row.campaign_id,
    agentId: row.agent_id,
    name: row.name,
    status: row.status,
    hasStarted: row.has_started,
    maxConcurrentCalls: row.max_concurrent_calls,
    weight: row.weight,
    endCampaignAt: row.end_at === null ? null : Date.parse(row.end_at),
    endedAt: row.ended_at,
    callDefaults: {
      scheduleId: row.call_defaults.scheduleId ?? null,
      phoneNumberId: row.call_defaults.phoneNumberId ?? null,
      callRetryConfigId: row.call_defaults.callRetryConfigId ?? null,
    },
    daytimeOnly: row.daytime_only,
    dialing: { mode: row.dialing_mode, teamId: row.dialing_team_id, maxAbandonment: row.max_abandonment },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const endDue = statement(
  'campaigns.end_due',
  `update campaigns set status = 'ended', ended_at = now(), updated_at = now()
   where (organization_id, campaign_id) in (
     select organization_id, campaign_id from campaigns
     where status <> 'ended' and end_at <= (select dialer_now()) order by organization_id limit 100 for update skip locked)
   returning organization_id, campaign_id, name`,
);

/** Ends up to 100 campaigns whose end has come, and returns them. */
export function endCampaignsDue(
  tx: Queryable,
): Promise<{ organization_id: string; campaign_id: string; name: string }[]> {
  return tx.query(endDue);
}
