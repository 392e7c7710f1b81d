import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Agent, AgentVersion, AgentVersionSummary } from './schemas.ts';
import { shownAgent, shownConfiguration } from './shown.ts';
import { findAgent, findVersion, selectAgents, selectVersions } from './store/agents.ts';

export async function getAgent(scope: ReadScope, agentId: string): Promise<Agent> {
  const agent = await findAgent(scope.db, scope.actor.organizationId, agentId);
  if (!agent) throw notFound('agent');
  return shownAgent(agent);
}

/** Lists the organization's agents, newest first. */
export async function listAgents(scope: ReadScope, page: NamedPageRequest): Promise<Page<Agent>> {
  const agents = await selectAgents(scope.db, scope.actor.organizationId, page);
  return pageOf(agents.map(shownAgent), page.size, ({ createdAt, agentId }) => ({ createdAt, id: agentId }));
}

/**
 * Lists the published versions of an agent, newest first. The page position uses the version number, padded to the
 * length of an id.
 */
export async function listVersions(
  scope: ReadScope,
  agentId: string,
  page: PageRequest,
): Promise<Page<AgentVersionSummary>> {
  await getAgent(scope, agentId);
  const below = page.after === null ? null : belowOf(page.after.id);
  const request = { size: page.size, below };
  const versions = await selectVersions(scope.db, scope.actor.organizationId, agentId, request);
  return pageOf(versions, page.size, ({ publishedAt, version }) => ({
    createdAt: publishedAt,
    id: `version_${String(version).padStart(26, '0')}`,
  }));
}

/** Returns the version of a page position, or 0 when the position belongs to another list. */
function belowOf(id: string): number {
  const version = Number(/^version_(\d{26})$/.exec(id)?.[1] ?? 0);
  return Math.min(version, 2_147_483_647);
}

/** The maximum of a PostgreSQL integer. */
const versionMax = 2_147_483_647;

/** Returns a published version. `number` is the text from the path. */
export async function getVersion(scope: ReadScope, agentId: string, number: string): Promise<AgentVersion> {
  const version = /^[1-9]\d{0,9}$/.test(number) ? Number(number) : Number.POSITIVE_INFINITY;
  if (version > versionMax) throw notFound('agent version');
  const found = await findVersion(scope.db, scope.actor.organizationId, agentId, version);
  if (!found) throw notFound('agent version');
  return { ...found, configuration: shownConfiguration(found.configuration) };
}
