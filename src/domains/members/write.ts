import { type AccessState, scopesOfRole } from '../../platform/access/index.ts';
import { type AuditEntry, change, type Scope } from '../../platform/audit/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { newId, notFound } from '../../platform/kernel/index.ts';
import { withdrawMails } from '../../platform/mail/index.ts';
import { lastAdmin, refuseHigherRole } from './guards.ts';
import type { CreateMember, Member, UpdateMember } from './schemas.ts';
import { deleteMemberRow, insertMember, lockMember, revokeKeysBeyond, updateMemberRow } from './store.ts';

/** Adds a member whose role is within the actor's scopes. */
export async function createMember(scope: Scope, input: CreateMember): Promise<Member> {
  refuseHigherRole(scope.actor, input.role);
  return change(scope, async (tx) => {
    const values = { ...input, memberId: newId('member') };
    const member = await insertMember(tx, scope.actor.organizationId, values);
    return {
      result: member,
      audit: { verb: 'created', type: 'members', id: member.memberId, label: member.name },
    };
  });
}

/** A scope with the access state that learns of revoked keys. */
interface MemberScope extends Scope {
  access: AccessState;
}

/**
 * Changes the given fields. A new role requires that old and new role are within the actor's scopes. A new e-mail
 * address requires the same of the current role, because an identity provider signs in the owner of the address.
 * Revokes the member's keys that exceed a new role.
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
      const rule = 'can change the role only of members whose scopes it holds';
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

/**
 * Removes a member and revokes the member's keys. The member must not be the last Admin or have scopes beyond the
 * actor's.
 */
export async function deleteMember(scope: MemberScope, memberId: string): Promise<void> {
  const { organizationId } = scope.actor;
  await change(scope, async (tx) => {
    const locked = await lockMember(tx, organizationId, memberId);
    if (!locked) throw notFound('member');
    const rule = 'can remove only members whose scopes it holds';
    refuseHigherRole(scope.actor, locked.member.role, rule);
    if (locked.isLastAdmin) throw lastAdmin();
    const { name } = locked.member;
    const audit: AuditEntry[] = [{ verb: 'deleted', type: 'members', id: memberId, label: name }];
    for (const key of await revokeKeysBeyond(tx, organizationId, memberId, []))
      audit.push({ verb: 'deleted', type: 'api_keys', id: key.apiKeyId, label: key.name });
    await withdrawMails(tx, organizationId, 'invitation', memberId, 'The member was removed.');
    await deleteMemberRow(tx, organizationId, memberId);
    return { result: undefined, audit };
  });
  scope.access.changed();
}
