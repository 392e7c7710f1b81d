import { change, type Scope } from '../../platform/audit/index.ts';
import { invalid, newId } from '../../platform/kernel/index.ts';
import type { CreateSchedule, Schedule } from './schemas.ts';
import { insertSchedule } from './store.ts';
import { validateSchedule } from './windows.ts';

export async function createSchedule(scope: Scope, input: CreateSchedule): Promise<Schedule> {
  const errors = validateSchedule(input);
  if (errors.length > 0) throw invalid(errors);
  return change(scope, async (tx) => {
    const schedule = await insertSchedule(tx, scope.actor.organizationId, newId('schedule'), input);
    const { scheduleId: id, name: label } = schedule;
    return { result: schedule, audit: { verb: 'created', type: 'schedules', id, label } };
  });
}
