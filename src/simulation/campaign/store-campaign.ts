import { beginQueueSql, enqueueSql } from '../../domains/call-queue/index.ts';
import { insertRetryConfig } from '../../domains/retry-configs/index.ts';
import { dueAt, insertSchedule } from '../../domains/schedules/index.ts';
import { suppressMany } from '../../domains/suppressions/index.ts';
import { beginChainSql } from '../../platform/audit/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import type { CampaignConfiguration } from './configuration.ts';
import { type Customers, callIdOf } from './customers.ts';

/** The ids of a simulated campaign's rows in the database. */
export const ids = {
  organization: 'org_simulated',
  agent: 'agent_simulated',
  campaign: 'campaign_simulated',
  schedule: 'schedule_simulated',
  retryConfig: 'retry_simulated',
  trunk: (index: number) => `trunk_${index}`,
  number: (index: number) => `number_${index}`,
  callPrefix: 'call_simulated_',
} as const;

const insertOrganization = statement(
  'simulation.organization',
  `with o as (insert into organizations (organization_id, name, max_concurrent_calls, dialing, allowed_countries)
     values ($1, 'Simulated', $2, 'on', '{US,CA}') returning organization_id),
   s as (${beginQueueSql('o')})
   ${beginChainSql('o')}`,
);
const insertAgent = statement(
  'simulation.agent',
  `with a as (insert into agents (organization_id, agent_id, version, name, required_variables, created_at, updated_at)
     values ($1, $2, 1, 'Simulated', '{}', now(), now()) returning *)
   insert into agent_versions (organization_id, agent_id, version, configuration, published_at, published_by)
   select organization_id, agent_id, version, '{"name": "Simulated", "prompt": "Speak.", "firstMessage": "Hello."}', now(),
     'member_simulated' from a`,
);
const insertCampaign = statement(
  'simulation.campaign',
  `insert into campaigns (organization_id, campaign_id, agent_id, name, status, max_concurrent_calls, end_at, created_at,
     updated_at)
   values ($1, $2, $3, 'Simulated', 'running', $4, $5, now(), now())`,
);
const insertTrunk = statement(
  'simulation.trunk',
  `insert into trunks (organization_id, trunk_id, name, host, port, transport, register, codecs, max_concurrent_calls,
     max_calls_per_second, created_at, updated_at)
   values ($1, $2, $2, '192.0.2.1', 5060, 'udp', false, '{PCMU}', $3, $4, now(), now())`,
);
const insertNumber = statement(
  'simulation.number',
  `insert into phone_numbers (organization_id, phone_number_id, phone_number, trunk_id, local_presence,
     external_id_header, created_at, updated_at)
   values ($1, $2, $3, $4, false, 'X-External-ID', now(), now())`,
);
// One statement for both tables, as in the real queueing of calls.
const insertCalls = statement(
  'simulation.calls',
  `with given as (
     select * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
       as g (call_id, customer_number, phone_number_id, agent_number, due_at, hold_reason)
   ), made as (
     insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number,
       phone_number_id, agent_number, schedule_id, call_retry_config_id, variables, created_at)
     select $1, call_id, $8, $9, 'outboundPhoneCall', 'queued', customer_number, phone_number_id, agent_number, $10, $11,
       '{}', dialer_now() from given
     returning call_id, priority)
   ${enqueueSql(`select $1, g.call_id, $9, m.priority, g.due_at, g.phone_number_id, $10, g.hold_reason, false
   from given g join made m on m.call_id = g.call_id`)}`,
);
const analyze = statement('simulation.analyze', 'vacuum analyze');

/** Stores the campaign, without its calls. */
export async function storeCampaign(db: Database, configuration: CampaignConfiguration): Promise<void> {
  const { organization, agent, campaign, schedule, retryConfig, trunk, number } = ids;
  const { organizationMaxConcurrentCalls, campaignMaxConcurrentCalls, endCampaignAt } = configuration;
  await db.query(insertOrganization, [organization, organizationMaxConcurrentCalls]);
  await db.query(insertAgent, [organization, agent]);
  await insertSchedule(db, organization, schedule, configuration.schedule);
  if (configuration.retries) await insertRetryConfig(db, organization, retryConfig, configuration.retries);
  const campaignValues = [organization, campaign, agent, campaignMaxConcurrentCalls, endCampaignAt];
  await db.query(insertCampaign, campaignValues);
  for (const [index, { maxConcurrentCalls, maxCallsPerSecond }] of configuration.trunks.entries()) {
    await db.query(insertTrunk, [organization, trunk(index), maxConcurrentCalls, maxCallsPerSecond]);
    await db.query(insertNumber, [organization, number(index), ownNumber(index), trunk(index)]);
  }
}

const batchRows = 5000;

/** Queues a call to each customer at `nowMs`. */
export async function queueCalls(
  db: Database,
  configuration: CampaignConfiguration,
  customers: Customers,
  nowMs: number,
): Promise<void> {
  const { organization } = ids;
  const origin = { source: 'import', reason: 'simulated', createdBy: 'member_simulated' } as const;
  for (let from = 0; from < customers.count; from += batchRows) {
    const indexes = Array.from({ length: Math.min(batchRows, customers.count - from) }, (_, n) => from + n);
    const suppressed = indexes.filter((index) => customers.isSuppressed(index));
    await db.transaction(async (tx) => {
      await tx.query(insertCalls, valuesOf(configuration, customers, indexes, nowMs));
      const numbers = suppressed.map((index) => customers.number(index));
      await suppressMany(tx, organization, numbers, origin);
    });
  }
  // Autovacuum would do the same after so many inserted rows.
  await db.query(analyze);
}

function valuesOf(
  { schedule, trunks, retries }: CampaignConfiguration,
  customers: Customers,
  indexes: readonly number[],
  nowMs: number,
): unknown[] {
  const numbers = indexes.map((index) => customers.number(index));
  const dues = numbers.map((number) => dueAt(schedule, number, nowMs));
  const trunkOf = (index: number) => index % trunks.length;
  return [
    ids.organization,
    indexes.map((index) => callIdOf(ids.callPrefix, index, 1)),
    numbers,
    indexes.map((index) => ids.number(trunkOf(index))),
    indexes.map((index) => ownNumber(trunkOf(index))),
    dues.map(({ atMs }) => new Date(atMs).toISOString()),
    dues.map(({ holdReason }) => holdReason),
    ids.agent,
    ids.campaign,
    ids.schedule,
    retries ? ids.retryConfig : null,
  ];
}

function ownNumber(trunkIndex: number): string {
  return `+1202555${String(trunkIndex).padStart(4, '0')}`;
}
