import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen, nextOpen, openingHorizonMs } from './next-open.ts';
import { type ScheduleShape, validateSchedule, weekdays } from './windows.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const at = (text: string) => Date.parse(text);
const everyDay = (start: string, end: string): ScheduleShape => ({
  timeZone: 'customer',
  windows: [{ days: weekdays, start, end }],
});

describe('a schedule on the wall clock', () => {
  const office: ScheduleShape = {
    timeZone: 'America/New_York',
    windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '09:00', end: '17:00' }],
    exceptions: [
      { date: '2026-12-25', windows: [] },
      { date: '2026-12-26', windows: [{ start: '10:00', end: '11:30' }] },
    ],
  };
  const zone = 'America/New_York';

  it('includes the start of a window and excludes its end', () => {
    expect(isOpen(office, zone, at('2026-12-21T13:59:59.999Z'))).toBe(false);
    expect(isOpen(office, zone, at('2026-12-21T14:00:00Z'))).toBe(true);
    expect(isOpen(office, zone, at('2026-12-21T21:59:59.999Z'))).toBe(true);
    expect(isOpen(office, zone, at('2026-12-21T22:00:00Z'))).toBe(false);
  });

  it('returns an open instant unchanged', () => {
    expect(nextOpen(office, [zone], at('2026-12-21T15:03:04.567Z'))).toBe(at('2026-12-21T15:03:04.567Z'));
  });

  it('skips nights, weekends and closed dates, and opens on an exception', () => {
    expect(nextOpen(office, [zone], at('2026-12-24T22:00:00Z'))).toBe(at('2026-12-26T15:00:00Z'));
    expect(nextOpen(office, [zone], at('2026-12-26T16:30:00Z'))).toBe(at('2026-12-28T14:00:00Z'));
  });

  it('waits until all zones are open, or forever when they never are together', () => {
    const zones = ['America/New_York', 'America/Los_Angeles'];
    expect(nextOpen(office, zones, at('2026-12-21T14:00:00Z'))).toBe(at('2026-12-21T17:00:00Z'));
    expect(nextOpen(office, ['America/New_York', 'Asia/Tokyo'], at('2026-12-21T14:00:00Z'))).toBeNull();
    expect(nextOpen(office, [], at('2026-12-21T14:00:00Z'))).toBeNull();
  });

  it('joins two windows across midnight', () => {
    const night: ScheduleShape = {
      timeZone: 'customer',
      windows: [
        { days: ['sat'], start: '22:00', end: '24:00' },
        { days: ['sun'], start: '00:00', end: '02:00' },
      ],
    };
    expect(isOpen(night, 'UTC', at('2026-12-26T23:59:59.999Z'))).toBe(true);
    expect(isOpen(night, 'UTC', at('2026-12-27T00:00:00Z'))).toBe(true);
    expect(isOpen(night, 'UTC', at('2026-12-27T02:00:00Z'))).toBe(false);
  });

  it('looks ahead 400 days at most', () => {
    const once: ScheduleShape = {
      ...everyDay('09:00', '10:00'),
      windows: [],
      exceptions: [{ date: '2028-06-01', windows: [{ start: '00:00', end: '24:00' }] }],
    };
    const opensAt = at('2028-06-01T00:00:00Z');
    expect(nextOpen(once, ['UTC'], opensAt - openingHorizonMs)).toBe(opensAt);
    expect(nextOpen(once, ['UTC'], opensAt - openingHorizonMs - 1)).toBeNull();
    expect(nextOpen(once, ['UTC'], at('2028-06-02T00:00:00Z'))).toBeNull();
  });
});

describe('clock changes', () => {
  // New York changes from 02:00 EST to 03:00 EDT on 2027-03-14 (07:00 UTC), and from 02:00 EDT to 01:00 EST on
  // 2027-11-07.
  const zone = 'America/New_York';

  it('open a window whose start is skipped at the change', () => {
    expect(nextOpen(everyDay('02:30', '05:00'), [zone], at('2027-03-14T06:00:00Z'))).toBe(
      at('2027-03-14T07:00:00Z'),
    );
  });

  it('omit a window that is skipped entirely', () => {
    expect(nextOpen(everyDay('02:15', '02:45'), [zone], at('2027-03-14T06:00:00Z'))).toBe(
      at('2027-03-15T06:15:00Z'),
    );
  });

  it('open a repeated hour both times', () => {
    const early = everyDay('01:15', '01:45');
    expect(isOpen(early, zone, at('2027-11-07T05:30:00Z'))).toBe(true);
    expect(isOpen(early, zone, at('2027-11-07T05:50:00Z'))).toBe(false);
    expect(isOpen(early, zone, at('2027-11-07T06:30:00Z'))).toBe(true);
    expect(nextOpen(early, [zone], at('2027-11-07T05:45:00Z'))).toBe(at('2027-11-07T06:15:00Z'));
  });

  it('may be half an hour', () => {
    // Lord Howe changes from +11 to +10:30 on 2027-04-03 at 15:00 UTC.
    const early = everyDay('01:45', '01:50');
    expect(isOpen(early, 'Australia/Lord_Howe', at('2027-04-03T14:45:00Z'))).toBe(true);
    expect(isOpen(early, 'Australia/Lord_Howe', at('2027-04-03T15:15:00Z'))).toBe(true);
    expect(isOpen(early, 'Australia/Lord_Howe', at('2027-04-03T15:20:00Z'))).toBe(false);
  });
});

/** The oracle: reads the wall clock from Intl at every minute and compares it as text with the windows as written. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function oracleIsOpen(schedule: ScheduleShape, zone: string, atMs: number): boolean {
  let clock = clocks.get(zone);
  if (!clock) {
    const two = '2-digit';
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
    });
    clocks.set(zone, clock);
  }
  const said = Object.fromEntries(clock.formatToParts(atMs).map((part) => [part.type, part.value]));
  const time = `${said.hour}:${said.minute}`;
  const date = `${said.year}-${said.month}-${said.day}`;
  const exception = schedule.exceptions?.find((candidate) => candidate.date === date);
  const today =
    exception?.windows ?? schedule.windows.filter((w) => w.days.includes(said.weekday!.toLowerCase()));
  return today.some((window) => window.start <= time && time < window.end);
}

const hhmm = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const dayWindow = fc
  .tuple(fc.nat(1439), fc.oneof(fc.nat(1440), fc.constant(1440)))
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ start: hhmm(Math.min(a, b)), end: hhmm(Math.max(a, b)) }));

/** Generates a schedule with exceptions in the days after `fromMs`. */
function scheduleNear(fromMs: number): fc.Arbitrary<ScheduleShape> {
  const week = fc.record({
    days: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }),
    window: dayWindow,
  });
  const exception = fc.record({ after: fc.nat(4), windows: fc.array(dayWindow, { maxLength: 2 }) });
  return fc
    .record({
      windows: fc.array(week, { minLength: 1, maxLength: 3 }),
      exceptions: fc.uniqueArray(exception, { maxLength: 3, selector: ({ after }) => after }),
    })
    .map(({ windows, exceptions }) => ({
      timeZone: 'customer',
      windows: windows.map(({ days, window }) => ({ days, ...window })),
      exceptions: exceptions.map((exception) => ({
        date: new Date(fromMs + exception.after * 24 * hourMs).toISOString().slice(0, 10),
        windows: exception.windows,
      })),
    }));
}

/** Returns the hours of clock changes in a zone from 2020 to 2037, found by comparing noon and midnight. */
function changesOf(zone: string): number[] {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = (ms: number) => clock.format(ms).split('GMT')[1];
  const changes: number[] = [];
  for (let ms = at('2020-01-01T00:00:00Z'); ms < at('2038-01-01T00:00:00Z'); ms += 12 * hourMs) {
    if (offset(ms) !== offset(ms + 12 * hourMs)) changes.push(ms);
  }
  return changes;
}

const allZones = Intl.supportedValuesOf('timeZone');
const sampledZones = fc.sample(fc.constantFrom(...allZones), 50).concat(
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/Havana', // changes at midnight
  'Pacific/Chatham',
  'Asia/Gaza',
  'Antarctica/Troll', // changes by two hours
  'America/Nuuk',
);

/** The clock changes of each zone that was asked for: finding them takes 13,000 readings of the clock. */
const changesByZone = new Map<string, number[]>();

/** Generates instants, half of them in the day before a clock change. */
function instantIn(zone: string): fc.Arbitrary<number> {
  const minutes = (from: number, until: number) =>
    fc.integer({ min: from / minuteMs, max: until / minuteMs }).map((minute) => minute * minuteMs);
  const any = minutes(at('2020-01-01T00:00:00Z'), at('2037-12-01T00:00:00Z'));
  const changes = changesByZone.get(zone) ?? changesOf(zone);
  changesByZone.set(zone, changes);
  if (changes.length === 0) return any;
  return fc.oneof(
    any,
    fc
      .tuple(fc.constantFrom(...changes), minutes(-24 * hourMs, 14 * hourMs))
      .map(([change, offset]) => change + offset),
  );
}

const cases = fc
  .constantFrom(...sampledZones)
  .chain((zone) => fc.record({ zone: fc.constant(zone), fromMs: instantIn(zone) }))
  .chain(({ zone, fromMs }) =>
    fc.record({ zone: fc.constant(zone), fromMs: fc.constant(fromMs), schedule: scheduleNear(fromMs) }),
  );

describe('compared with a clock read minute by minute', () => {
  it('isOpen agrees in every minute of two days', () => {
    fc.assert(
      fc.property(cases, ({ zone, fromMs, schedule }) => {
        expect(validateSchedule(schedule)).toEqual([]);
        for (let ms = fromMs; ms < fromMs + 48 * hourMs; ms += minuteMs) {
          if (isOpen(schedule, zone, ms) !== oracleIsOpen(schedule, zone, ms)) {
            expect.fail(`${zone} ${new Date(ms).toISOString()}: not ${isOpen(schedule, zone, ms)}`);
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it('nextOpen returns the first minute at which all zones are open', () => {
    const withAnother = fc.tuple(cases, fc.option(fc.constantFrom(...sampledZones), { nil: undefined }));
    fc.assert(
      fc.property(withAnother, ([{ zone, fromMs, schedule }, another]) => {
        const zones = another ? [zone, another] : [zone];
        const found = nextOpen(schedule, zones, fromMs);
        let ms = fromMs;
        const untilMs = fromMs + 72 * hourMs;
        while (ms < untilMs && !zones.every((name) => oracleIsOpen(schedule, name, ms))) ms += minuteMs;
        if (ms < untilMs) expect(found).toBe(ms);
        else if (found !== null) expect(found).toBeGreaterThanOrEqual(untilMs);
      }),
      { numRuns: 40 },
    );
  });
});
