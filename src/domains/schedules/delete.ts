import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { deleteScheduleRow, lockSchedule, usersOfSchedule } from './store.ts';

export async function deleteSchedule(scope: Scope, scheduleId: string): Promise<void> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const schedule = await lockSchedule(tx, organizationId, scheduleId);
    if (!schedule) throw notFound('schedule');
    const users = await usersOfSchedule(tx, organizationId, scheduleId);
    if (users.length > 0) {
      throw conflict('schedule.in_use', `The schedule is in use by ${users.join(', ')}.`);
    }
    await deleteScheduleRow(tx, organizationId, scheduleId);
    const { name: label } = schedule;
    return { result: undefined, audit: { verb: 'deleted', type: 'schedules', id: scheduleId, label } };
  });
}
