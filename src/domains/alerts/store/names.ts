import { firstRow, type Queryable, readStatement } from '../../../platform/db/index.ts';

const names = readStatement(
  'alerts.names',
  `select (select coalesce(a.name, a.agent_id) from agents a where a.organization_id = $1 and a.agent_id = $2) as agent,
     (select c.name from campaigns c where c.organization_id = $1 and c.campaign_id = $3) as campaign`,
);

/** Returns the names of the agent and the campaign of a rule; null without one. */
export async function namesOf(
  db: Queryable,
  organizationId: string,
  { agentId, campaignId }: { agentId: string | null; campaignId: string | null },
): Promise<{ agent: string | null; campaign: string | null }> {
  const values = [organizationId, agentId, campaignId];
  const found = await firstRow<{ agent: string | null; campaign: string | null }>(db, names, values);
  return { agent: found?.agent ?? agentId, campaign: found?.campaign ?? campaignId };
}
