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
import { createSchedule } from './create.ts';
import { deleteSchedule } from './delete.ts';
import { getSchedule } from './get.ts';
import { listSchedules } from './list.ts';
import {
  CreateSchedule,
  NextOpen,
  NextOpenQuery,
  Schedule,
  SchedulePage,
  UpdateSchedule,
} from './schemas.ts';
import { tellNextOpen } from './tell-next-open.ts';
import { updateSchedule } from './update.ts';

const params = z.object({ scheduleId: z.string() });
const path = '/api/schedules';
const tag = 'Schedules';

const createDescription = `Says when calls may be placed. Times are wall time: where the clock is put forward over the
start of a window, the window opens at the change; an hour that the clock shows twice is open both times. A window
over midnight is written as two, the first until 24:00. With the time zone \`customer\` it is the called party's own,
told from the number (its area code, else its country), unless the call names it; where a number leaves several, all
of them have to be open, and where it tells none the call is held. A schedule that never opens is refused.`;

const updateDescription = `What the whole then says is checked as at the creation. Queued calls that wait for their time
are given their new one before the answer is sent, which takes some seconds for 100,000 of them; a call that has been
queued since goes by the new hours from the start.`;

const nextOpenDescription = `The same judgement that the dialer makes before every call, for this instant. The number is
needed when the schedule's time zone is \`customer\`, unless \`timeZone\` says where the called party is. The answer
says which time zones were taken and why.`;

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
      summary: 'Tell when a schedule allows calling a number',
      description: nextOpenDescription,
      scope: 'schedules:read',
      params,
      query: NextOpenQuery,
      output: NextOpen,
      status: 200,
      errors: [404],
      handle: (context, { params, query }) =>
        tellNextOpen({ db, ...context }, params.scheduleId, query, Date.now()),
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
      summary: 'Delete a schedule that no queued and no live call uses',
      scope: 'schedules:write',
      params,
      status: 204,
      errors: [404, 409],
      handle: (context, { params }) => deleteSchedule({ db, ...context }, params.scheduleId),
    }),
  ];
}
