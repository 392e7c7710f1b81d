import { change, type Scope } from '../../platform/audit/index.ts';
import { type Database, isDatabaseAway, type Notifier } from '../../platform/db/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { conflict, invalid, newId, notFound } from '../../platform/kernel/index.ts';
import { beginRescheduling, rescheduleMore } from './reschedule-calls.ts';
import type { CreateSchedule, Schedule, UpdateSchedule } from './schemas.ts';
import {
  deleteScheduleRow,
  insertSchedule,
  lockSchedule,
  updateScheduleRow,
  usersOfSchedule,
} from './store.ts';
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

/**
 * Changes the given fields and validates the result. Queued calls get their new due times before this returns, unless
 * the database connection is lost.
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

/** Returns false at the end, or when the database connection is lost; upkeep then moves the remaining calls. */
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
