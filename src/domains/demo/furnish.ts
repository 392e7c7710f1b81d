import type { SecretKey } from '../../platform/access/index.ts';
import { change, inTransaction } from '../../platform/audit/index.ts';
import type { Database, Transaction } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { templates } from '../agent-templates/index.ts';
import { CreateAgent, createAgent } from '../agents/index.ts';
import { insertOrganization } from '../organizations/index.ts';
import { demoAgents } from './conversations.ts';
import { madeCalls, type PlacedAgent } from './made-calls.ts';
import {
  beginDemo,
  demoAgentsOf,
  findDemo,
  insertDemoCalls,
  insertDemoCampaign,
  insertDemoNumber,
  lockDemo,
  setDemoUntil,
} from './store.ts';

const dayMs = 86_400_000;
const shownDays = 7;
const company = 'Northside Dental';
/** A number of the range for fiction. */
const phoneNumber = '+12025550187';

/** Returns the id of the demo organization, with calls of the last week. Makes what is not there yet. */
export async function furnishedDemo(
  { db, secret }: { db: Database; secret: SecretKey },
  nowMs: number,
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockDemo(tx);
    const stored = await findDemo(tx);
    const demo = stored ?? {
      organizationId: await found(tx, secret, nowMs),
      untilMs: nowMs - shownDays * dayMs,
    };
    const fromMs = Math.max(demo.untilMs, nowMs - shownDays * dayMs);
    const calls = madeCalls(await placedAgents(tx, demo.organizationId), fromMs, nowMs);
    if (calls.length > 0) await insertDemoCalls(tx, demo.organizationId, calls);
    await setDemoUntil(tx, demo.organizationId, nowMs);
    return demo.organizationId;
  });
}

/** Makes the organization with its agents, campaigns and number. */
async function found(tx: Transaction, secret: SecretKey, nowMs: number): Promise<string> {
  const organizationId = newId('org');
  const fromMs = nowMs - shownDays * dayMs;
  const scope = inTransaction(tx, systemActor(organizationId, newId('req')));
  const name = `${company} (demo)`;
  await change(scope, async () => {
    await insertOrganization(tx, organizationId, name);
    await beginDemo(tx, organizationId, fromMs);
    return {
      result: undefined,
      audit: { verb: 'created', type: 'organizations', id: organizationId, label: name },
    };
  });
  for (const { job, campaign } of demoAgents) {
    const template = templates.find((one) => one.job === job)!;
    const { agentId } = await createAgent({ ...scope, secret }, CreateAgent.parse(template.embedded));
    if (campaign !== null)
      await insertDemoCampaign(tx, organizationId, {
        campaignId: newId('campaign'),
        agentId,
        name: campaign,
        fromMs,
      });
    else
      await insertDemoNumber(tx, organizationId, {
        ...{ phoneNumberId: newId('number'), phoneNumber, inboundAgentId: agentId },
      });
  }
  return organizationId;
}

async function placedAgents(tx: Transaction, organizationId: string): Promise<PlacedAgent[]> {
  const stored = await demoAgentsOf(tx, organizationId);
  return demoAgents.flatMap((agent) => {
    const { name } = templates.find(({ job }) => job === agent.job)!;
    const found = stored.find((one) => one.name === name);
    return found ? [{ ...agent, agentId: found.agentId, campaignId: found.campaignId }] : [];
  });
}
