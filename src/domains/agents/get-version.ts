import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { AgentVersion } from './schemas.ts';
import { findVersion } from './version-store.ts';

/** More than an agent ever has, and within what the database counts by. */
const versionMax = 2_147_483_647;

/** `number` as it stands in the path. */
export async function getVersion(scope: ReadScope, agentId: string, number: string): Promise<AgentVersion> {
  const version = /^[1-9]\d{0,9}$/.test(number) ? Number(number) : Number.POSITIVE_INFINITY;
  if (version > versionMax) throw notFound('agent version');
  const found = await findVersion(scope.db, scope.actor.organizationId, agentId, version);
  if (!found) throw notFound('agent version');
  return found;
}
