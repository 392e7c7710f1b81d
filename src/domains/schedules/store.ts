import {
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
  toJson,
} from '../../platform/db/index.ts';
import type { NamedPageRequest } from '../../platform/http/index.ts';
import type { WaitingPlace } from '../call-queue/index.ts';
import type { CreateSchedule, Schedule } from './schemas.ts';

const columns = 'schedule_id, name, time_zone, windows, exceptions, version, created_at, updated_at';

interface ScheduleRow {
  schedule_id: string;
  name: string;
  time_zone: string;
  windows: Schedule['windows'];
  exceptions: Schedule['exceptions'];
  version: number;
  created_at: string;
  updated_at: string;
}

const insert = statement(
  'schedules.insert',
  `insert into schedules (organization_id, schedule_id, name, time_zone, windows, exceptions, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, now(), now())
   returning ${columns}`,
);
const update = statement(
  'schedules.update',
  `update schedules set name = $3, time_zone = $4, windows = $5, exceptions = $6, version = version + 1,
     updated_at = now()
   where organization_id = $1 and schedule_id = $2
   returning ${columns}`,
);
const selectOne = readStatement(
  'schedules.get',
  `select ${columns} from schedules where organization_id = $1 and schedule_id = $2`,
);
const selectMany = readStatement(
  'schedules.get_many',
  `select ${columns} from schedules where organization_id = $1 and schedule_id = any($2)`,
);
const selectForUpdate = statement('schedules.lock', `${selectOne.text} for update`);
const list = namedList('schedules.list', {
  select: `select ${columns} from schedules`,
  organization: 'organization_id',
  id: 'schedule_id',
  text: 'name',
});
const setPlace = statement(
  'schedules.set_reschedule_place',
  'update schedules set reschedule_from = $3 where organization_id = $1 and schedule_id = $2',
);
const pending = `select organization_id, reschedule_from, ${columns} from schedules where reschedule_from is not null`;
const lockPending = statement(
  'schedules.lock_pending',
  `${pending} order by organization_id, schedule_id limit 1 for update skip locked`,
);
const lockPendingOne = statement(
  'schedules.lock_pending_one',
  `${pending} and organization_id = $1 and schedule_id = $2 for update`,
);
const remove = statement(
  'schedules.delete',
  'delete from schedules where organization_id = $1 and schedule_id = $2',
);
// A live call counts, because its retry would use the schedule.
const users = statement(
  'schedules.users',
  `(select 'call ' || call_id as name from live_calls join calls using (organization_id, call_id)
      where organization_id = $1 and schedule_id = $2 limit 2)
   union all
   (select 'call ' || call_id from queued_calls where organization_id = $1 and schedule_id = $2 limit 2)`,
);
export async function insertSchedule(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
  values: CreateSchedule,
): Promise<Schedule> {
  const [row] = await db.query<ScheduleRow>(insert, [organizationId, scheduleId, ...parametersOf(values)]);
  return toSchedule(row!);
}

/** Stores the values under the next version. */
export async function updateScheduleRow(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
  values: CreateSchedule,
): Promise<Schedule> {
  const [row] = await db.query<ScheduleRow>(update, [organizationId, scheduleId, ...parametersOf(values)]);
  return toSchedule(row!);
}

export async function findSchedule(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
): Promise<Schedule | null> {
  const [row] = await db.query<ScheduleRow>(selectOne, [organizationId, scheduleId]);
  return row ? toSchedule(row) : null;
}

/** Returns the existing schedules among the ids. */
export async function findSchedules(
  db: Queryable,
  organizationId: string,
  scheduleIds: readonly string[],
): Promise<Schedule[]> {
  const rows = await db.query<ScheduleRow>(selectMany, [organizationId, scheduleIds]);
  return rows.map(toSchedule);
}

/** Locks the schedule against other changes until the transaction ends. */
export async function lockSchedule(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
): Promise<Schedule | null> {
  const [row] = await db.query<ScheduleRow>(selectForUpdate, [organizationId, scheduleId]);
  return row ? toSchedule(row) : null;
}

/** Returns one row more than the page, to know whether another page follows. */
export async function selectSchedules(
  db: Queryable,
  organizationId: string,
  request: NamedPageRequest,
): Promise<Schedule[]> {
  const rows = await queryNamedList<ScheduleRow>(db, list, organizationId, request);
  return rows.map(toSchedule);
}

export async function deleteScheduleRow(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
): Promise<void> {
  await db.query(remove, [organizationId, scheduleId]);
}

/** Returns descriptions of a few calls that use the schedule. */
export async function usersOfSchedule(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(users, [organizationId, scheduleId]);
  return rows.map(({ name }) => name);
}

/** Stores where to continue with the calls of the schedule; null: done. */
export async function setReschedulePlace(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
  place: WaitingPlace | null,
): Promise<void> {
  await db.query(setPlace, [organizationId, scheduleId, toJson(place)]);
}

/** A schedule with calls left to move. */
interface PendingSchedule {
  organizationId: string;
  schedule: Schedule;
  place: WaitingPlace;
}

/** Returns the given schedule, or any that no other process handles, locked until the transaction ends. */
export async function lockPendingSchedule(
  db: Queryable,
  named: { organizationId: string; scheduleId: string } | null,
): Promise<PendingSchedule | null> {
  type Row = ScheduleRow & { organization_id: string; reschedule_from: WaitingPlace };
  const [row] = named
    ? await db.query<Row>(lockPendingOne, [named.organizationId, named.scheduleId])
    : await db.query<Row>(lockPending);
  if (!row) return null;
  return { organizationId: row.organization_id, schedule: toSchedule(row), place: row.reschedule_from };
}

function parametersOf(values: CreateSchedule): unknown[] {
  return [values.name, values.timeZone, toJson(values.windows), toJson(values.exceptions)];
}

function toSchedule(row: ScheduleRow): Schedule {
  return {
    scheduleId: row.schedule_id,
    name: row.name,
    timeZone: row.time_zone,
    windows: row.windows,
    exceptions: row.exceptions,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
