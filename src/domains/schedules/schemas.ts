import { z } from 'zod';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';
import { scheduleLimits, weekdays } from './windows.ts';
import { TimeZoneName } from './zone-name.ts';

/** What the times and dates hold is judged by `validateSchedule`; here are only the types of things. */
const windowFields = {
  start: z
    .string()
    .meta({ examples: ['09:00'] })
    .describe('`HH:MM`, 00:00 to 23:59'),
  end: z
    .string()
    .meta({ examples: ['17:00'] })
    .describe('`HH:MM`, later than the start, excluded; 24:00 is midnight'),
};

const fields = {
  name: z.string().trim().min(1).max(100),
  timeZone: z
    .string()
    .max(64)
    .meta({ examples: ['America/New_York', 'customer'] })
    .describe("An IANA time zone, or `customer` for the called party's own"),
  windows: z
    .array(z.strictObject({ days: z.array(z.enum(weekdays)).max(7), ...windowFields }))
    .max(scheduleLimits.windowsMax)
    .describe('When calls may be placed, every week'),
  exceptions: z
    .array(
      z.strictObject({
        date: z
          .string()
          .meta({ examples: ['2026-12-25'] })
          .describe('`YYYY-MM-DD`, each date once'),
        windows: z
          .array(z.strictObject(windowFields))
          .max(scheduleLimits.exceptionWindowsMax)
          .describe("In place of the week's; an empty list closes the day"),
      }),
    )
    .max(scheduleLimits.exceptionsMax),
};

export const CreateSchedule = z
  .strictObject({ ...fields, exceptions: fields.exceptions.default([]) })
  .meta({ id: 'CreateSchedule' });
export type CreateSchedule = z.output<typeof CreateSchedule>;

export const UpdateSchedule = z.strictObject(fields).partial().meta({ id: 'UpdateSchedule' });
export type UpdateSchedule = z.output<typeof UpdateSchedule>;

export const Schedule = z
  .object({
    scheduleId: z.string(),
    ...fields,
    version: z.int().describe('1 at first, one more with every change'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Schedule' });
export type Schedule = z.output<typeof Schedule>;

export const SchedulePage = z
  .object({ schedules: z.array(Schedule), metadata: PageMetadata })
  .meta({ id: 'SchedulePage' });

export const NextOpenQuery = z.object({
  phoneNumber: z
    .string({ error: 'must be given once' })
    .optional()
    .describe('The number to call, in any common format; required when the schedule goes by `customer`'),
  timeZone: TimeZoneName.optional().describe(
    'Where the called party is, as a call would name it; it counts when the schedule goes by `customer`',
  ),
});

export const NextOpen = z
  .object({
    scheduleId: z.string(),
    phoneNumber: z.string().nullable().describe('The number in E.164'),
    open: z.boolean().describe('Whether the schedule allows the call now'),
    nextOpen: DateTime.nullable().describe(
      'The first instant from now on that allows the call; null: none within 400 days',
    ),
    timeZones: z
      .array(z.string())
      .describe(
        'Where the called party may be; the call is allowed when all of them are open. Empty: that cannot be told, and the call is held',
      ),
    timeZoneSource: z
      .enum(['schedule', 'call', 'area-code', 'country', 'nothing'])
      .describe('What the time zones were told from; `call`: from `timeZone`, as a call would name it'),
    explanation: z.string().describe('The same in words'),
  })
  .meta({ id: 'NextOpen' });
export type NextOpen = z.output<typeof NextOpen>;
