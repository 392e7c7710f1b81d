import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Organization } from './schemas.ts';
import { findOrganization } from './store.ts';

/** Returns the actor's organization. */
export async function getOrganization(scope: ReadScope): Promise<Organization> {
  const organization = await findOrganization(scope.db, scope.actor.organizationId);
  if (!organization) throw notFound('organization');
  return organization;
}
