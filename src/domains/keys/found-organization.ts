import { type SecretKey, scopesOfRole } from '../../platform/access/index.ts';
import { change } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { insertMember } from '../members/index.ts';
import { insertOrganization } from '../organizations/index.ts';
import { issueKey } from './issue.ts';

/** A new organization with its owner and the owner's key, which is only returned here. */
export interface FoundedOrganization {
  organizationId: string;
  memberId: string;
  apiKeyId: string;
  key: string;
}

/**
 * Creates an organization, its owner (an Admin) and the owner's API key. Only the operator can; the API cannot. `keep`
 * receives the result before the commit and rolls back by throwing, so that no organization exists whose key was lost. Of
 * `db` only `transaction` is used, which may join another transaction.
 */
export async function foundOrganization(
  db: Pick<Database, 'transaction'>,
  secret: SecretKey,
  input: { name: string; ownerName: string | null; ownerEmail: string | null },
  keep: (founded: FoundedOrganization) => Promise<void> = async () => undefined,
): Promise<FoundedOrganization> {
  const organizationId = newId('org');
  const memberId = newId('member');
  const scope = { db: db as Database, actor: systemActor(organizationId, newId('req')) };
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
