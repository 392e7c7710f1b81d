import type { AccessState, SecretKey } from '../../platform/access/index.ts';
import type { ReadScope } from '../../platform/audit/index.ts';
import type { Database, Notifier } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { Organization, UpdateOrganization } from './schemas.ts';
import { findOrganization } from './store.ts';
import { updateOrganization } from './update.ts';

const path = '/api/organization';

export function organizationRoutes(foundation: {
  db: Database;
  access: AccessState;
  notifier: Notifier;
  secret: SecretKey;
}): Route[] {
  const { db, access, notifier, secret } = foundation;
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getOrganization',
      tag: 'Organization',
      summary: 'Read the organization of the API key',
      scope: 'organization:read',
      output: Organization,
      status: 200,
      errors: [404],
      handle: (context) => getOrganization({ db, ...context }),
    }),
    defineRoute({
      method: 'PATCH',
      path,
      operationId: 'updateOrganization',
      tag: 'Organization',
      summary: 'Change the organization of the API key',
      description:
        'A number without a known country is judged by its calling code. Emergency and premium-rate numbers are never dialed. `requestsPerSecond` and `dialing` take effect within a second.',
      scope: 'organization:write',
      body: UpdateOrganization,
      output: Organization,
      status: 200,
      errors: [404],
      handle: (context, { body }) => updateOrganization({ db, access, notifier, secret, ...context }, body),
    }),
  ];
}

/** Returns the actor's organization. */
async function getOrganization(scope: ReadScope): Promise<Organization> {
  const organization = await findOrganization(scope.db, scope.actor.organizationId);
  if (!organization) throw notFound('organization');
  return organization;
}
