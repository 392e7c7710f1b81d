import { z } from 'zod';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';
import { scheduleLimits, weekdays } from './windows.ts';
import { TimeZoneName } from './zone-name.ts';

/** `validateSchedule` checks the content of times and dates; this schema checks only their types. */
const windowFields = {
  start: z
    .string()
    .meta({ examples: ['09:00'] })
    .describe('`HH:MM`, 00:00 to 23:59'),
  end: z
    .string()
    .meta({ examples: ['17:00'] })
    .describe('`HH:MM`, later than the start, exclusive; 24:00 is midnight'),
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
    .describe('When calls may be dialed every week'),
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
          .describe("Replaces the week's windows; an empty list closes the day"),
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
    version: z.int().describe('Starts at 1 and increases with every change'),
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
    .describe('The number to call, in any common format; required when the time zone is `customer`'),
  timeZone: TimeZoneName.optional().describe(
    "The called party's time zone, as a call would name it; used when the time zone is `customer`",
  ),
});

export const NextOpen = z
  .object({
    scheduleId: z.string(),
    phoneNumber: z.string().nullable().describe('The number in E.164'),
    open: z.boolean().describe('Whether the schedule allows the call now'),
    nextOpen: DateTime.nullable().describe(
      'The first instant from now that allows the call; null: none within 400 days',
    ),
    timeZones: z
      .array(z.string())
      .describe(
        "The called party's possible time zones; the call is allowed when all of them are open. Empty: unknown, and the call is held",
      ),
    timeZoneSource: z
      .enum(['schedule', 'call', 'area-code', 'country', 'nothing'])
      .describe('The source of the time zones; `call`: from `timeZone`, as a call would name it'),
    explanation: z.string().describe('The source in words'),
  })
  .meta({ id: 'NextOpen' });
export type NextOpen = z.output<typeof NextOpen>;
