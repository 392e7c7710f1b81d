import { type AccessState, type SecretKey, scopesOfRole } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import { assert, forbidden, invalid, notFound } from '../../platform/kernel/index.ts';
import { holdMember, refuseEscalation } from '../members/index.ts';
import { issueKey } from './issue.ts';
import type { CreateApiKey, CreatedApiKey } from './schemas.ts';
import { findKey, revokeKeyRow } from './store.ts';

/** A scope with the signer of keys. */
interface KeyScope extends Scope {
  secret: SecretKey;
}

/** Creates a key. Its scopes must be within the actor's scopes and the role of its member. */
export async function createApiKey(scope: KeyScope, input: CreateApiKey): Promise<CreatedApiKey> {
  const { actor, secret } = scope;
  const { organizationId } = actor;
  const scopes = scopesOf(actor, input);
  const expiresAt = input.expiresAt === null ? null : futureInstant(input.expiresAt);
  return change(scope, async (tx) => {
    const memberId = input.memberId ?? actor.memberId;
    const member = await holdMember(tx, organizationId, memberId);
    if (!member) throw invalid('memberId', 'must be a member of this organization');
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

/** Returns the instant in UTC, in milliseconds. */
function futureInstant(expiresAt: string): string {
  const instant = new Date(expiresAt);
  const years = instant.getUTCFullYear() - new Date().getUTCFullYear();
  if (instant.getTime() <= Date.now()) throw invalid('expiresAt', 'must be in the future');
  if (years > yearsAheadMax) throw invalid('expiresAt', `must be within ${yearsAheadMax} years, or null`);
  return instant.toISOString();
}

function scopesOf(actor: Actor, { role, scopes }: CreateApiKey): string[] {
  const asked = scopes ?? (role && scopesOfRole[role]);
  assert(asked, 'Expected either the role or the scopes.');
  refuseEscalation(actor, asked);
  return [...asked];
}

/** Revokes a key at once if its scopes are within the actor's. Revoking it again does nothing and is not audited. */
export async function revokeApiKey(scope: Scope & { access: AccessState }, apiKeyId: string): Promise<void> {
  const { organizationId } = scope.actor;
  await change(scope, async (tx) => {
    const key = await findKey(tx, organizationId, apiKeyId);
    if (!key) throw notFound('api key');
    refuseEscalation(scope.actor, key.scopes, 'can revoke only keys whose scopes it holds');
    const isRevokedNow = await revokeKeyRow(tx, organizationId, apiKeyId);
    const audit = { verb: 'deleted', type: 'api_keys', id: apiKeyId, label: key.name } as const;
    return { result: undefined, audit: isRevokedNow ? audit : [] };
  });
  scope.access.changed();
}
