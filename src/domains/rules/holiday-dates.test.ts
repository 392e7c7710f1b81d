import { describe, expect, it } from 'vitest';
import { holidayDates } from './holiday-dates.ts';

const of = (holiday: object, ...years: number[]) =>
  years.flatMap((year) => holidayDates({ name: 'Day', ...holiday } as never, year));

describe('holiday dates', () => {
  it('fall on a date, with the days they are also observed on', () => {
    const observed = ['friday', 'monday'];
    expect(of({ month: 7, day: 4, observed }, 2025, 2026, 2027)).toEqual([
      '2025-07-04',
      // A Saturday, and a Sunday.
      '2026-07-03',
      '2026-07-04',
      '2027-07-04',
      '2027-07-05',
    ]);
    expect(of({ month: 7, day: 4 }, 2026, 2027)).toEqual(['2026-07-04', '2027-07-04']);
    // New Year's Day 2028 is a Saturday, so the observed Friday is in the previous year.
    expect(of({ month: 1, day: 1, observed }, 2028)).toEqual(['2027-12-31', '2028-01-01']);
  });

  it('count weekdays from the start and the end of a month', () => {
    expect(of({ month: 11, weekday: 'thu', nth: 4 }, 2025, 2026, 2027)).toEqual([
      '2025-11-27',
      '2026-11-26',
      '2027-11-25',
    ]);
    expect(of({ month: 5, weekday: 'mon', nth: -1 }, 2025, 2026, 2027)).toEqual([
      '2025-05-26',
      '2026-05-25',
      '2027-05-31',
    ]);
    expect(of({ month: 12, weekday: 'thu', nth: -1 }, 2026)).toEqual(['2026-12-31']);
  });

  it('place an election on the Tuesday after the first Monday in even years', () => {
    const election = { month: 11, weekday: 'mon', nth: 1, plusDays: 1 };
    expect(of(election, 2024, 2025, 2026)).toEqual(['2024-11-05', '2025-11-04', '2026-11-03']);
    expect(of({ ...election, years: 'even' }, 2024, 2025, 2026)).toEqual(['2024-11-05', '2026-11-03']);
  });

  it('move with Easter', () => {
    const easter = [
      ['2000', '04-23'],
      ['2008', '03-23'],
      ['2011', '04-24'],
      ['2018', '04-01'],
      ['2019', '04-21'],
      ['2024', '03-31'],
      ['2025', '04-20'],
      ['2026', '04-05'],
      ['2027', '03-28'],
      ['2028', '04-16'],
      ['2038', '04-25'],
      ['2049', '04-18'],
      ['2076', '04-19'],
    ] as const;
    for (const [year, date] of easter)
      expect(of({ easterPlusDays: 0 }, Number(year))).toEqual([`${year}-${date}`]);
    expect(of({ easterPlusDays: -2 }, 2027)).toEqual(['2027-03-26']);
    expect(of({ easterPlusDays: -47 }, 2027)).toEqual(['2027-02-09']);
  });
});
