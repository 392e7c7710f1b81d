import { type SecretKey, scopesOfRole } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import { type Actor, assert, forbidden, invalid } from '../../platform/kernel/index.ts';
import { holdMember, refuseEscalation } from '../members/index.ts';
import { issueKey } from './issue.ts';
import type { CreateApiKey, CreatedApiKey } from './schemas.ts';

/** With what signs the keys. */
interface KeyScope extends Scope {
  secret: SecretKey;
}

/** Makes a key whose scopes are within those of the actor and within what the role of its member may do. */
export async function createApiKey(scope: KeyScope, input: CreateApiKey): Promise<CreatedApiKey> {
  const { actor, secret } = scope;
  const { organizationId } = actor;
  const scopes = scopesOf(actor, input);
  const expiresAt = input.expiresAt === null ? null : futureInstant(input.expiresAt);
  return change(scope, async (tx) => {
    const memberId = input.memberId ?? actor.memberId;
    const member = await holdMember(tx, organizationId, memberId);
    if (!member) throw invalid('memberId', 'is not a member of this organization');
    const beyond = scopes.filter((one) => !(scopesOfRole[member.role] as readonly string[]).includes(one));
    if (beyond.length > 0) {
      const message = `A key of a member with the role ${member.role} cannot hold ${beyond.join(', ')}.`;
      throw forbidden('scope.escalation', message);
    }
    const { name, role = null } = input;
    const apiKey = await issueKey(tx, secret, organizationId, { memberId, name, role, scopes, expiresAt });
    return {
      result: apiKey,
      audit: { verb: 'created', type: 'api_keys', id: apiKey.apiKeyId, label: name },
    };
  });
}

const yearsAheadMax = 100;

/** The same instant in UTC, to the millisecond. */
function futureInstant(expiresAt: string): string {
  const instant = new Date(expiresAt);
  const years = instant.getUTCFullYear() - new Date().getUTCFullYear();
  if (instant.getTime() <= Date.now()) throw invalid('expiresAt', 'must be in the future');
  if (years > yearsAheadMax) throw invalid('expiresAt', `must be within ${yearsAheadMax} years, or null`);
  return instant.toISOString();
}

function scopesOf(actor: Actor, { role, scopes }: CreateApiKey): string[] {
  const asked = scopes ?? (role && scopesOfRole[role]);
  assert(asked, 'either the role or the scopes are given');
  refuseEscalation(actor, asked);
  return [...asked];
}
