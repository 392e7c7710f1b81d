import { hashOfSecretToken, newSecretToken } from '../../platform/access/index.ts';
import { type AuditEntry, change, type Scope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { holdMember, refuseHigherRole } from '../members/index.ts';
import type { Invitation } from './schemas.ts';
import { setMemberLink } from './store.ts';

const invitationHours = 7 * 24;
const ownerLinkHours = 24;

/** Returns the URL of a link. The token is behind the #, which browsers do not send. */
export function joinUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/join#${token}`;
}

/**
 * Creates a sign-in link for a member, for the first time or after a forgotten password: valid once within 7 days. The
 * member's scopes must be within the inviter's.
 */
export async function inviteMember(
  scope: Scope & { baseUrl: string },
  memberId: string,
): Promise<Invitation> {
  const { actor, baseUrl } = scope;
  return change(scope, async (tx) => {
    const member = await holdMember(tx, actor.organizationId, memberId);
    if (!member) throw notFound('member');
    refuseHigherRole(actor, member.role);
    const token = newSecretToken();
    const values = { tokenHash: hashOfSecretToken(token), hours: invitationHours };
    const expiresAt = await setMemberLink(tx, actor.organizationId, memberId, values);
    return {
      result: { url: joinUrl(baseUrl, token), expiresAt },
      audit: invited(memberId, member.name),
    };
  });
}

/** Creates a sign-in token for the operator of the installation: valid once within 24 hours. */
export async function issueOwnerToken(scope: Scope, memberId: string): Promise<string> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const token = newSecretToken();
    const values = { tokenHash: hashOfSecretToken(token), hours: ownerLinkHours };
    await setMemberLink(tx, organizationId, memberId, values);
    return { result: token, audit: invited(memberId, null) };
  });
}

function invited(memberId: string, label: string | null): AuditEntry {
  return { verb: 'created', type: 'invitations', id: memberId, label };
}
