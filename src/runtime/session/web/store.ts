import { configurationOf } from '../../../domains/agents/index.ts';
import { firstRow, type Queryable, readStatement } from '../../../platform/db/index.ts';
import type { DialableAgent } from '../../dialer/index.ts';

const selectAgent = readStatement(
  'session.agent_of_web_call',
  `select a.agent_id as "agentId", a.version, v.configuration
   from agents a
     join agent_versions v
       on v.organization_id = a.organization_id and v.agent_id = a.agent_id and v.version = a.version
   where a.organization_id = $1 and a.agent_id = $2`,
);

/** Returns the published version of an agent; `null` when it was deleted. */
export async function publishedAgent(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<DialableAgent | null> {
  const row = await firstRow<{ agentId: string; version: number; configuration: object }>(db, selectAgent, [
    organizationId,
    agentId,
  ]);
  return row && { ...configurationOf(row.configuration), agentId: row.agentId, version: row.version };
}
