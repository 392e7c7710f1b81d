import { change, type Scope } from '../../platform/audit/index.ts';
import type { Database, Notifier } from '../../platform/db/index.ts';
import {
  changesNothing,
  invalid,
  isDatabaseAway,
  notFound,
  withChanges,
} from '../../platform/kernel/index.ts';
import { beginRescheduling, rescheduleMore } from './reschedule-calls.ts';
import type { Schedule, UpdateSchedule } from './schemas.ts';
import { lockSchedule, updateScheduleRow } from './store.ts';
import { validateSchedule } from './windows.ts';

/**
 * Changes the given fields; what the whole then says is checked as at the creation. Queued calls that wait for their
 * time are given the one that the schedule has now before this returns, unless the database goes away meanwhile.
 */
export async function updateSchedule(
  scope: Scope & { notifier: Notifier },
  scheduleId: string,
  input: UpdateSchedule,
): Promise<Schedule> {
  const { organizationId } = scope.actor;
  const schedule = await change(scope, async (tx) => {
    const current = await lockSchedule(tx, organizationId, scheduleId);
    if (!current) throw notFound('schedule');
    if (changesNothing(input)) return { result: current, audit: [] };
    const values = withChanges(current, input);
    const errors = validateSchedule(values);
    if (errors.length > 0) throw invalid(errors);
    const updated = await updateScheduleRow(tx, organizationId, scheduleId, values);
    if (input.timeZone ?? input.windows ?? input.exceptions) {
      await beginRescheduling(tx, organizationId, updated);
    }
    return {
      result: updated,
      audit: { verb: 'updated', type: 'schedules', id: scheduleId, label: updated.name },
    };
  });
  scope.notifier.notify('parley_calls');
  while (await moveMore(scope.db, { organizationId, scheduleId })) {
    scope.notifier.notify('parley_calls');
  }
  return schedule;
}

/** False at the end, and where the database has gone away: what is left is upkeep's then, and the schedule is changed. */
async function moveMore(
  db: Database,
  schedule: { organizationId: string; scheduleId: string },
): Promise<boolean> {
  try {
    return (await rescheduleMore(db, schedule)) > 0;
  } catch (thrown) {
    if (!isDatabaseAway(thrown)) throw thrown;
    return false;
  }
}
