import type { FixedDate, Holiday } from '../types.ts';

const observed: NonNullable<FixedDate['observed']> = ['friday', 'monday'];

const newYear: Holiday = { name: "New Year's Day", month: 1, day: 1, observed };
const king: Holiday = { name: 'Birthday of Martin Luther King, Jr.', month: 1, weekday: 'mon', nth: 3 };
const washington: Holiday = { name: "Washington's Birthday", month: 2, weekday: 'mon', nth: 3 };
const mardiGras: Holiday = { name: 'Mardi Gras', easterPlusDays: -47 };
const goodFriday: Holiday = { name: 'Good Friday', easterPlusDays: -2 };
const memorialDay: Holiday = { name: 'Memorial Day', month: 5, weekday: 'mon', nth: -1 };
const juneteenth: Holiday = { name: 'Juneteenth', month: 6, day: 19, observed };
const independence: Holiday = { name: 'Independence Day', month: 7, day: 4, observed };
const laborDay: Holiday = { name: 'Labor Day', month: 9, weekday: 'mon', nth: 1 };
const columbus: Holiday = { name: 'Columbus Day', month: 10, weekday: 'mon', nth: 2 };
const electionDay: Holiday = { name: 'Election Day', month: 11, weekday: 'mon', nth: 1, plusDays: 1 };
const veterans: Holiday = { name: 'Veterans Day', month: 11, day: 11, observed };
const thanksgiving: Holiday = { name: 'Thanksgiving Day', month: 11, weekday: 'thu', nth: 4 };
const christmas: Holiday = { name: 'Christmas Day', month: 12, day: 25, observed };

/**
 * The legal public holidays of the federation, 5 U.S.C. 6103(a) and (b). Inauguration Day applies only to the capital.
 */
const federal: readonly Holiday[] = [
  newYear,
  king,
  washington,
  memorialDay,
  juneteenth,
  independence,
  laborDay,
  columbus,
  veterans,
  thanksgiving,
  christmas,
];

/** Ala. Code § 1-3-8. Mardi Gras is a holiday in two counties, whose area code is shared with others. */
export const alabama: readonly Holiday[] = [
  ...federal,
  mardiGras,
  { name: 'Confederate Memorial Day', month: 4, weekday: 'mon', nth: 4 },
  { name: "Jefferson Davis' Birthday", month: 6, weekday: 'mon', nth: 1 },
];

/** La. R.S. 1:55. The governor may proclaim others. */
export const louisiana: readonly Holiday[] = [
  ...federal,
  { name: 'Battle of New Orleans', month: 1, day: 8 },
  mardiGras,
  goodFriday,
  { name: 'Huey P. Long Day', month: 8, day: 30 },
  { name: "All Saints' Day", month: 11, day: 1 },
  { ...electionDay, years: 'even' },
];

/** 44 P.S. § 11. */
export const pennsylvania: readonly Holiday[] = [
  newYear,
  king,
  washington,
  goodFriday,
  memorialDay,
  { name: 'Flag Day', month: 6, day: 14, observed: ['monday'] },
  juneteenth,
  independence,
  laborDay,
  columbus,
  electionDay,
  veterans,
  thanksgiving,
  christmas,
];

/** R.I. Gen. Laws § 25-1-1, in addition to the federal ones. */
export const rhodeIsland: readonly Holiday[] = [
  ...federal,
  { name: 'Rhode Island Independence Day', month: 5, day: 4 },
  { name: 'Victory Day', month: 8, weekday: 'mon', nth: 2 },
  { ...electionDay, years: 'even' },
];

/** Utah Code § 63G-1-301. Juneteenth is observed on a Monday, which is closed here in addition to the day itself. */
export const utah: readonly Holiday[] = [
  ...federal,
  { name: 'Juneteenth, as observed', month: 6, weekday: 'mon', nth: 3 },
  { name: 'Pioneer Day', month: 7, day: 24, observed },
];
