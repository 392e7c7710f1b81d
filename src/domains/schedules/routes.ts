import { z } from 'zod';
import type { Database, Notifier } from '../../platform/db/index.ts';
import {
  defineRoute,
  hasLargeBody,
  largeBodyBytesMax,
  namedPageParameters,
  namedPageRequest,
  nextPageUrl,
  type Route,
} from '../../platform/http/index.ts';
import { findNextOpen } from './find-next-open.ts';
import { getSchedule, listSchedules } from './read.ts';
import {
  CreateSchedule,
  NextOpen,
  NextOpenQuery,
  Schedule,
  SchedulePage,
  UpdateSchedule,
} from './schemas.ts';
import { createSchedule, deleteSchedule, updateSchedule } from './write.ts';

const params = z.object({ scheduleId: z.string() });
const path = '/api/schedules';
const tag = 'Schedules';

const createDescription = `Defines when calls may be dialed. Times are wall time. When a clock change skips the start of a
window, the window opens at the change; a repeated hour is open both times. A window across midnight is written as two,
the first until 24:00. The time zone \`customer\` is the called party's own, derived from the number (its area code, else
its country) unless the call names it. When several zones are possible, all of them must be open; when none is known,
the call is held. A schedule that never opens is refused.`;

const updateDescription = `The result is validated like a new schedule. Queued calls get their new due times before the
response, which takes some seconds for 100,000 of them. Calls queued meanwhile use the new hours.`;

const nextOpenDescription = `The same decision that the dialer makes before every call, for this moment. The number is
required when the schedule's time zone is \`customer\`, unless \`timeZone\` is given. The response contains the time zones
used and their source.`;

export function scheduleRoutes({ db, notifier }: { db: Database; notifier: Notifier }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createSchedule',
      tag,
      summary: 'Create a schedule',
      description: createDescription,
      scope: 'schedules:write',
      body: CreateSchedule,
      bodyBytesMax: largeBodyBytesMax,
      expensive: hasLargeBody,
      output: Schedule,
      status: 201,
      errors: [409],
      handle: (context, { body }) => createSchedule({ db, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listSchedules',
      tag,
      summary: 'List schedules, newest first',
      scope: 'schedules:read',
      query: z.object(namedPageParameters),
      output: SchedulePage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listSchedules({ db, ...context }, namedPageRequest(query));
        return { schedules: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
    ...oneScheduleRoutes({ db, notifier }),
  ];
}

function oneScheduleRoutes({ db, notifier }: { db: Database; notifier: Notifier }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/{scheduleId}`,
      operationId: 'getSchedule',
      tag,
      summary: 'Read a schedule',
      scope: 'schedules:read',
      params,
      output: Schedule,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getSchedule({ db, ...context }, params.scheduleId),
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/{scheduleId}/next-open`,
      operationId: 'tellNextOpen',
      tag,
      summary: 'Check when a schedule allows calling a number',
      description: nextOpenDescription,
      scope: 'schedules:read',
      params,
      query: NextOpenQuery,
      output: NextOpen,
      status: 200,
      errors: [404],
      handle: (context, { params, query }) =>
        findNextOpen({ db, ...context }, params.scheduleId, query, Date.now()),
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/{scheduleId}`,
      operationId: 'updateSchedule',
      tag,
      summary: 'Change a schedule',
      description: updateDescription,
      scope: 'schedules:write',
      params,
      body: UpdateSchedule,
      bodyBytesMax: largeBodyBytesMax,
      expensive: hasLargeBody,
      output: Schedule,
      status: 200,
      errors: [404],
      handle: (context, { params, body }) =>
        updateSchedule({ db, notifier, ...context }, params.scheduleId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{scheduleId}`,
      operationId: 'deleteSchedule',
      tag,
      summary: 'Delete a schedule without queued or live calls',
      scope: 'schedules:write',
      params,
      status: 204,
      errors: [404, 409],
      handle: (context, { params }) => deleteSchedule({ db, ...context }, params.scheduleId),
    }),
  ];
}
