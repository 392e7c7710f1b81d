import type { ReadScope } from '../../platform/audit/index.ts';
import { type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import type { Talk } from './schemas.ts';
import { selectTalks } from './store.ts';

/** The organization's talks in the browser, newest first, of all its agents or of one. */
export async function listTalks(
  { db, actor }: ReadScope,
  { agentId }: { agentId?: string | undefined },
  page: PageRequest,
): Promise<Page<Talk>> {
  const talks = await selectTalks(db, actor.organizationId, agentId, page);
  return pageOf(talks, page.size, ({ createdAt, talkId: id }) => ({ createdAt, id }));
}
