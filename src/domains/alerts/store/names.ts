import { firstRow, type Queryable, readStatement } from '../../../platform/db/index.ts';

const names = readStatement(
  'alerts.names',
  `select (select coalesce(a.name, a.agent_id) from agents a where a.organization_id = $1 and a.agent_id = $2) as agent,
     (select c.name from campaigns c where c.organization_id = $1 and c.campaign_id = $3) as campaign,
     (select t.name from teams t where t.organization_id = $1 and t.team_id = $4) as team`,
);

interface Names {
  agent: string | null;
  campaign: string | null;
  team: string | null;
}

/** Returns the names of the agent, the campaign and the team of a rule; null without one. */
export async function namesOf(
  db: Queryable,
  organizationId: string,
  { agentId, campaignId, teamId }: Record<'agentId' | 'campaignId' | 'teamId', string | null>,
): Promise<Names> {
  const values = [organizationId, agentId, campaignId, teamId];
  const found = await firstRow<Names>(db, names, values);
  return {
    agent: found?.agent ?? agentId,
    campaign: found?.campaign ?? campaignId,
    team: found?.team ?? teamId,
  };
}
