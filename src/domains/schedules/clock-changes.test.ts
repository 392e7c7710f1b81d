/**
 * Compares schedules around clock changes, minute by minute, with the wall clock of Intl. A run picks zones by the
 * seed, plus those with unusual rules; `PARLEY_ZONES=all` checks every zone and every change from 1995 to 2040 (ten
 * minutes).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen, nextOpen } from './next-open.ts';
import { countryZones } from './tables/country-zones.ts';
import { areaCodePlaces } from './tables/nanp-area-codes.ts';
import { type ScheduleShape, validateSchedule, weekdays } from './windows.ts';

const everything = process.env.PARLEY_ZONES === 'all';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const year = (number: number) => Date.UTC(number, 0, 1);

/** Changes by half an hour, at midnight, by two hours, twice within a month, across the date line, and off the hour. */
const oddZones = [
  'Australia/Lord_Howe',
  'America/Havana',
  'Antarctica/Troll',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Kwajalein',
  'Pacific/Chatham',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Asia/Pyongyang',
  'America/Caracas',
  'America/Nuuk',
  'Europe/Volgograd',
];
/** Includes the link names of the tables. */
const allZones = [
  ...new Set([
    ...Intl.supportedValuesOf('timeZone'),
    ...[...countryZones.values()].flat(),
    ...[...areaCodePlaces.values()].flatMap(({ zones }) => zones),
  ]),
];
const sampledZones = everything ? allZones : [...oddZones, ...fc.sample(fc.constantFrom(...allZones), 20)];
const seed = fc.readConfigureGlobal().seed ?? 0;
const changesOfZoneMax = everything ? Number.POSITIVE_INFINITY : 4;
const schedulesOfChange = 3;

/** Returns the wall clock of a zone as text: `2027-03-14 Sun 03:00`. */
function wallClock(zone: string): (atMs: number) => string {
  const two = '2-digit';
  const format = new Intl.DateTimeFormat('en-GB', {
    ...({ timeZone: zone, hourCycle: 'h23', weekday: 'short', year: 'numeric' } as const),
    ...({ month: two, day: two, hour: two, minute: two } as const),
  });
  return (atMs) => {
    const part = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
    return `${part.year}-${part.month}-${part.day} ${part.weekday} ${part.hour}:${part.minute}`;
  };
}

/** Returns the hours that contain a clock change: the clock does not advance by exactly one hour. */
function changesOf(zone: string): number[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = (ms: number) => format.format(ms).split('GMT')[1];
  const changes: number[] = [];
  const stepMs = 48 * hourMs;
  for (let ms = year(everything ? 1995 : 2010); ms < year(2041); ms += stepMs) {
    if (offset(ms) === offset(ms + stepMs)) continue;
    let change = ms;
    while (offset(change) === offset(change + hourMs)) change += hourMs;
    changes.push(change);
  }
  return changes;
}

interface Minute {
  atMs: number;
  date: string;
  weekday: string;
  time: string;
}

function minutesAround(zone: string, changeMs: number): Minute[] {
  const read = wallClock(zone);
  const minutes: Minute[] = [];
  for (let atMs = changeMs - 3 * hourMs; atMs < changeMs + 4 * hourMs; atMs += minuteMs) {
    const [date = '', weekday = '', time = ''] = read(atMs).split(' ');
    minutes.push({ atMs, date, weekday: weekday.toLowerCase(), time });
  }
  return minutes;
}

function oracleIsOpen(schedule: ScheduleShape, { date, weekday, time }: Minute): boolean {
  const exception = schedule.exceptions?.find((candidate) => candidate.date === date);
  const today = exception?.windows ?? schedule.windows.filter(({ days }) => days.includes(weekday));
  return today.some(({ start, end }) => start <= time && time < end);
}

const hhmm = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Generates windows with edges near the change, including skipped and repeated times. */
function windowNear(minutes: readonly Minute[]): fc.Arbitrary<{ start: string; end: string }> {
  const shown = fc.constantFrom(
    ...minutes.map(({ time }) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))),
  );
  const skipped = fc.nat({ max: 1440 });
  const edge = fc.oneof({ weight: 4, arbitrary: shown }, { weight: 1, arbitrary: skipped });
  return fc
    .tuple(edge, fc.oneof(edge, fc.constant(1440)))
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => ({ start: hhmm(Math.min(a, b)), end: hhmm(Math.max(a, b)) }));
}

/** May include a skipped day among the exceptions: the day after the last one shown before the change. */
function scheduleNear(minutes: readonly Minute[]): fc.Arbitrary<ScheduleShape> {
  const shown = [...new Set(minutes.map(({ date }) => date))];
  const next = new Date(Date.parse(`${shown[0]}T00:00:00Z`) + 24 * hourMs).toISOString().slice(0, 10);
  const window = windowNear(minutes);
  const week = fc.record({ days: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 3 }), window });
  const exception = fc.record({
    date: fc.constantFrom(...new Set([...shown, next])),
    windows: fc.array(window, { maxLength: 2 }),
  });
  return fc
    .record({
      windows: fc.array(week, { minLength: 1, maxLength: 3 }),
      exceptions: fc.uniqueArray(exception, { maxLength: 2, selector: ({ date }) => date }),
    })
    .map(({ windows, exceptions }) => ({
      timeZone: 'customer',
      windows: windows.map(({ days, window }) => ({ days, ...window })),
      exceptions,
    }));
}

/** Fails at the first minute that differs from the wall clock. */
function compare(schedule: ScheduleShape, zone: string, minutes: readonly Minute[]): void {
  const tell = (atMs: number) => `${zone} ${new Date(atMs).toISOString()} ${JSON.stringify(schedule)}`;
  let opensAtMs: number | null = null;
  for (const minute of minutes.toReversed()) {
    const open = oracleIsOpen(schedule, minute);
    if (open) opensAtMs = minute.atMs;
    if (isOpen(schedule, zone, minute.atMs) !== open) expect.fail(`not ${!open}: ${tell(minute.atMs)}`);
    if (opensAtMs === null) continue;
    const found = nextOpen(schedule, [zone], minute.atMs);
    if (found !== opensAtMs) expect.fail(`opens ${found}, not ${opensAtMs}: ${tell(minute.atMs)}`);
  }
}

describe('every minute around a clock change', () => {
  it('is open or closed as the wall clock says', { timeout: everything ? 3_600_000 : 60_000 }, () => {
    let compared = 0;
    for (const zone of sampledZones) {
      const changes = changesOf(zone);
      const some = changes.length <= changesOfZoneMax ? changes : pick(changes, changesOfZoneMax);
      for (const changeMs of some) {
        const minutes = minutesAround(zone, changeMs);
        const sample = { seed: seed + compared, numRuns: schedulesOfChange };
        for (const schedule of fc.sample(scheduleNear(minutes), sample)) {
          expect(validateSchedule(schedule)).toEqual([]);
          compare(schedule, zone, minutes);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('handles the day that Samoa skipped', () => {
    const friday: ScheduleShape = {
      timeZone: 'customer',
      windows: [{ days: ['fri'], start: '09:00', end: '17:00' }],
      exceptions: [{ date: '2011-12-30', windows: [{ start: '00:00', end: '24:00' }] }],
    };
    // From Thursday the 29th, 24:00 at -10, the clock moved to Saturday the 31st, 00:00 at +14.
    const change = Date.UTC(2011, 11, 30, 10);
    expect(isOpen(friday, 'Pacific/Apia', change - 1)).toBe(false);
    expect(isOpen(friday, 'Pacific/Apia', change)).toBe(false);
    expect(nextOpen(friday, ['Pacific/Apia'], change - 24 * hourMs)).toBe(Date.UTC(2012, 0, 5, 19));
  });
});

/** Picks elements spread over a list, including the first and the last. */
function pick(list: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, i) => list[Math.round((i * (list.length - 1)) / (count - 1))]!);
}
