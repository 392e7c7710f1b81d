import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Member } from './schemas.ts';
import { findMember } from './store.ts';

export async function getMember(scope: ReadScope, memberId: string): Promise<Member> {
  const member = await findMember(scope.db, scope.actor.organizationId, memberId);
  if (!member) throw notFound('member');
  return member;
}
