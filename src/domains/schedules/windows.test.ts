import { describe, expect, it } from 'vitest';
import { isTimeZone } from './time-zone.ts';
import { type ScheduleShape, scheduleLimits, validateSchedule } from './windows.ts';
import { canonicalTimeZone } from './zone-name.ts';

const office: ScheduleShape = {
  timeZone: 'America/New_York',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '09:00', end: '17:00' }],
};
const day = (start: string, end: string) => ({ days: ['mon'], start, end });
const fields = (schedule: ScheduleShape) => validateSchedule(schedule).map((error) => error.field);

describe('validateSchedule', () => {
  it.each<[string, ScheduleShape]>([
    ['an ordinary week', office],
    ["the called party's zone", { ...office, timeZone: 'customer' }],
    ['a day up to midnight', { ...office, windows: [day('00:00', '24:00')] }],
    ['overlapping windows', { ...office, windows: [day('09:00', '12:00'), day('11:00', '13:00')] }],
    ['a closed holiday', { ...office, exceptions: [{ date: '2028-02-29', windows: [] }] }],
    [
      'exceptions alone',
      {
        ...office,
        windows: [],
        exceptions: [{ date: '2027-01-02', windows: [{ start: '10:00', end: '11:00' }] }],
      },
    ],
  ])('accepts %s', (_what, schedule) => {
    expect(validateSchedule(schedule)).toEqual([]);
  });

  it.each([
    '',
    'New York',
    'PST',
    'IST',
    '+05:00',
    'america/new_york',
    'Mars/Base',
    'Customer',
    'Etc/Unknown',
  ])('rejects the time zone %j', (timeZone) => {
    expect(fields({ ...office, timeZone })).toEqual(['timeZone']);
  });

  it.each([
    ['9:00', '17:00', ['windows.0.start']],
    ['09:00', '17:60', ['windows.0.end']],
    ['24:00', '24:00', ['windows.0.start']],
    ['09:00', '24:01', ['windows.0.end']],
    ['17:00', '09:00', ['windows.0.end']],
    ['09:00', '09:00', ['windows.0.end']],
    ['22:00', '00:00', ['windows.0.end']],
    ['09:00\n', '25:00', ['windows.0.start', 'windows.0.end']],
  ])('rejects a window from %j to %j', (start, end, expected) => {
    expect(fields({ ...office, windows: [day(start, end)] })).toEqual(expected);
  });

  it.each([
    [[], 'windows.0.days'],
    [['mon', 'monday'], 'windows.0.days.1'],
    [['mon', 'tue', 'mon'], 'windows.0.days.2'],
    [['Mon'], 'windows.0.days.0'],
  ])('rejects the days %j', (days, field) => {
    expect(fields({ ...office, windows: [{ days, start: '09:00', end: '17:00' }] })).toEqual([field]);
  });

  it.each(['2027-02-29', '2027-13-01', '2027-1-1', '27-01-01', '2027-04-31', '1969-12-31', ''])(
    'rejects the date %j',
    (date) => {
      expect(fields({ ...office, exceptions: [{ date, windows: [] }] })).toEqual(['exceptions.0.date']);
    },
  );

  it('rejects repeated dates and invalid windows inside an exception', () => {
    const exceptions = [
      { date: '2027-01-01', windows: [] },
      { date: '2027-01-01', windows: [{ start: '10:00', end: '09:00' }] },
    ];
    expect(fields({ ...office, exceptions })).toEqual(['exceptions.1.date', 'exceptions.1.windows.0.end']);
  });

  it('rejects a schedule that never opens', () => {
    expect(fields({ ...office, windows: [] })).toEqual(['windows']);
    const exceptions = [{ date: '2027-01-01', windows: [] }];
    expect(fields({ ...office, windows: [], exceptions })).toEqual(['windows']);
  });

  it('bounds its work', () => {
    const { windowsMax, exceptionsMax, exceptionWindowsMax } = scheduleLimits;
    const many = (count: number) => Array.from({ length: count }, () => day('09:00', '10:00'));
    expect(fields({ ...office, windows: many(windowsMax) })).toEqual([]);
    expect(fields({ ...office, windows: many(windowsMax + 1) })).toEqual(['windows']);
    const closed = Array.from({ length: exceptionsMax + 1 }, () => ({ date: 'x', windows: [] }));
    expect(fields({ ...office, exceptions: closed })).toEqual(['exceptions']);
    const crowded = [{ date: '2027-01-01', windows: many(exceptionWindowsMax + 1) }];
    expect(fields({ ...office, exceptions: crowded })).toEqual(['exceptions.0.windows']);
  });
});

describe('isTimeZone', () => {
  it('accepts every zone of the runtime and older names', () => {
    for (const zone of Intl.supportedValuesOf('timeZone'))
      expect([zone, isTimeZone(zone)]).toEqual([zone, true]);
    for (const zone of ['UTC', 'GMT', 'US/Eastern', 'Asia/Calcutta', 'Etc/GMT+5', 'Europe/Kyiv', 'NZ']) {
      expect([zone, isTimeZone(zone)]).toEqual([zone, true]);
    }
  });
});

describe('canonicalTimeZone', () => {
  it.each([
    ['america/new_york', 'America/New_York'],
    ['EUROPE/KYIV', 'Europe/Kyiv'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['us/eastern', 'America/New_York'],
    ['US/Eastern', 'US/Eastern'],
    ['utc', 'UTC'],
    ['America/Port-au-Prince', 'America/Port-au-Prince'],
  ])('reads %j as %s', (text, name) => {
    expect(canonicalTimeZone(text)).toBe(name);
  });

  it.each(['', 'pst', 'New York', '+05:00', 'Mars/Base', 'customer', 'etc/unknown', 'a/'.repeat(100)])(
    'rejects %j',
    (text) => {
      expect(canonicalTimeZone(text)).toBeNull();
    },
  );
});
