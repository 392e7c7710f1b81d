import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Schedule } from './schemas.ts';
import { findSchedule } from './store.ts';

export async function getSchedule(scope: ReadScope, scheduleId: string): Promise<Schedule> {
  const schedule = await findSchedule(scope.db, scope.actor.organizationId, scheduleId);
  if (!schedule) throw notFound('schedule');
  return schedule;
}
