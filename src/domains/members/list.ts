import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import type { Member } from './schemas.ts';
import { selectMembers } from './store.ts';

/** The organization's members, newest first. */
export async function listMembers(scope: ReadScope, page: NamedPageRequest): Promise<Page<Member>> {
  const members = await selectMembers(scope.db, scope.actor.organizationId, page);
  return pageOf(members, page.size, ({ createdAt, memberId }) => ({ createdAt, id: memberId }));
}
