import { type AccessState, scopesOfRole } from '../../platform/access/index.ts';
import { type AuditEntry, change, type Scope } from '../../platform/audit/index.ts';
import { changesNothing, notFound, withChanges } from '../../platform/kernel/index.ts';
import { lastAdmin, refuseHigherRole } from './guards.ts';
import type { Member, UpdateMember } from './schemas.ts';
import { lockMember, revokeKeysBeyond, updateMemberRow } from './store.ts';

/** With what has to be told when keys are revoked. */
export interface MemberScope extends Scope {
  access: AccessState;
}

/**
 * Changes the given fields. The old and the new role reach no further than the actor's own scopes where the role is changed,
 * and nor does the role of a member whose e-mail address is changed: a provider signs in whoever has it. The member's keys that hold more than a new role
 * are revoked with the change.
 */
export async function updateMember(
  scope: MemberScope,
  memberId: string,
  input: UpdateMember,
): Promise<Member> {
  const { actor } = scope;
  const { organizationId } = actor;
  const member = await change(scope, async (tx) => {
    const locked = await lockMember(tx, organizationId, memberId);
    if (!locked) throw notFound('member');
    if (changesNothing(input)) return { result: locked.member, audit: [] };
    const values = withChanges(locked.member, input);
    if (values.email !== locked.member.email) refuseHigherRole(actor, locked.member.role);
    const audit: AuditEntry[] = [{ verb: 'updated', type: 'members', id: memberId, label: values.name }];
    if (values.role !== locked.member.role) {
      const rule = 'can change the role only of members who may do no more than itself';
      refuseHigherRole(actor, locked.member.role, rule);
      refuseHigherRole(actor, values.role);
      if (locked.isLastAdmin) throw lastAdmin();
      const revoked = await revokeKeysBeyond(tx, organizationId, memberId, scopesOfRole[values.role]);
      for (const { apiKeyId, name } of revoked)
        audit.push({ verb: 'deleted', type: 'api_keys', id: apiKeyId, label: name });
    }
    return { result: await updateMemberRow(tx, organizationId, values), audit };
  });
  scope.access.changed();
  return member;
}
