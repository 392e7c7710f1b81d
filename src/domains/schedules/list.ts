import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import type { Schedule } from './schemas.ts';
import { selectSchedules } from './store.ts';

/** The organization's schedules, newest first. */
export async function listSchedules(scope: ReadScope, page: NamedPageRequest): Promise<Page<Schedule>> {
  const schedules = await selectSchedules(scope.db, scope.actor.organizationId, page);
  return pageOf(schedules, page.size, ({ createdAt, scheduleId }) => ({ createdAt, id: scheduleId }));
}
