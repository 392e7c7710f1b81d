import { type AuditEntry, change } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { lastAdmin, refuseHigherRole } from './guards.ts';
import { deleteMemberRow, lockMember, revokeKeysBeyond } from './store.ts';
import type { MemberScope } from './update.ts';

/** Removes a member who is not the last Admin and may do no more than the actor, and revokes the member's keys with it. */
export async function deleteMember(scope: MemberScope, memberId: string): Promise<void> {
  const { organizationId } = scope.actor;
  await change(scope, async (tx) => {
    const locked = await lockMember(tx, organizationId, memberId);
    if (!locked) throw notFound('member');
    const rule = 'can remove only members who may do no more than itself';
    refuseHigherRole(scope.actor, locked.member.role, rule);
    if (locked.isLastAdmin) throw lastAdmin();
    const { name } = locked.member;
    const audit: AuditEntry[] = [{ verb: 'deleted', type: 'members', id: memberId, label: name }];
    for (const key of await revokeKeysBeyond(tx, organizationId, memberId, []))
      audit.push({ verb: 'deleted', type: 'api_keys', id: key.apiKeyId, label: key.name });
    await deleteMemberRow(tx, organizationId, memberId);
    return { result: undefined, audit };
  });
  scope.access.changed();
}
