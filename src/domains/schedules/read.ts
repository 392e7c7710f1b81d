import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Schedule } from './schemas.ts';
import { findSchedule, selectSchedules } from './store.ts';

export async function getSchedule(scope: ReadScope, scheduleId: string): Promise<Schedule> {
  const schedule = await findSchedule(scope.db, scope.actor.organizationId, scheduleId);
  if (!schedule) throw notFound('schedule');
  return schedule;
}

/** Lists the organization's schedules, newest first. */
export async function listSchedules(scope: ReadScope, page: NamedPageRequest): Promise<Page<Schedule>> {
  const schedules = await selectSchedules(scope.db, scope.actor.organizationId, page);
  return pageOf(schedules, page.size, ({ createdAt, scheduleId }) => ({ createdAt, id: scheduleId }));
}
