import { type SecretKey, scopesOfRole } from '../../platform/access/index.ts';
import { change } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { newId, systemActor } from '../../platform/kernel/index.ts';
import { insertMember } from '../members/index.ts';
import { insertOrganization } from '../organizations/index.ts';
import { issueKey } from './issue.ts';

/** An organization as it begins: with its owner and the owner's key, which is told only here. */
export interface FoundedOrganization {
  organizationId: string;
  memberId: string;
  apiKeyId: string;
  key: string;
}

/**
 * Creates an organization, its owner (an Admin) and the owner's API key. The operator's act, not the API's.
 * `keep` is handed the result before it is committed, so that no organization exists whose key nobody has; when
 * it throws, nothing is created.
 */
export async function foundOrganization(
  db: Database,
  secret: SecretKey,
  input: { name: string; ownerName: string | null; ownerEmail: string | null },
  keep: (founded: FoundedOrganization) => Promise<void> = async () => undefined,
): Promise<FoundedOrganization> {
  const organizationId = newId('org');
  const memberId = newId('member');
  const scope = { db, actor: systemActor(organizationId, newId('req')) };
  return change(scope, async (tx) => {
    await insertOrganization(tx, organizationId, input.name);
    const owner = { memberId, name: input.ownerName, email: input.ownerEmail, role: 'Admin' as const };
    await insertMember(tx, organizationId, owner);
    const { apiKeyId, key } = await issueKey(tx, secret, organizationId, {
      memberId,
      name: 'Owner key',
      role: 'Admin',
      scopes: [...scopesOfRole.Admin],
      expiresAt: null,
    });
    const founded = { organizationId, memberId, apiKeyId, key };
    await keep(founded);
    return {
      result: founded,
      audit: [
        { verb: 'created', type: 'organizations', id: organizationId, label: input.name },
        { verb: 'created', type: 'members', id: memberId, label: input.ownerName },
        { verb: 'created', type: 'api_keys', id: apiKeyId, label: 'Owner key' },
      ],
    };
  });
}
