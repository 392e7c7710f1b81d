import { change, type Scope } from '../../platform/audit/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { refuseHigherRole } from './guards.ts';
import type { CreateMember, Member } from './schemas.ts';
import { insertMember } from './store.ts';

/** Adds a member, with a role that reaches no further than the actor's own scopes. */
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
