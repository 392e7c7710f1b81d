import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Member } from './schemas.ts';
import { findMember, selectMembers } from './store.ts';

export async function getMember(scope: ReadScope, memberId: string): Promise<Member> {
  const member = await findMember(scope.db, scope.actor.organizationId, memberId);
  if (!member) throw notFound('member');
  return member;
}

/** Lists the organization's members, newest first. */
export async function listMembers(scope: ReadScope, page: NamedPageRequest): Promise<Page<Member>> {
  const members = await selectMembers(scope.db, scope.actor.organizationId, page);
  return pageOf(members, page.size, ({ createdAt, memberId }) => ({ createdAt, id: memberId }));
}
