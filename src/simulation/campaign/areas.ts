/** An area code with the time zones of its numbers. */
interface Area {
  areaCode: string;
  timeZones: readonly string[];
  /** The number of its customers relative to the other areas. */
  share: number;
}

const eastern = ['America/New_York'];
const central = ['America/Chicago'];
const mountain = ['America/Denver'];
const pacific = ['America/Los_Angeles'];

const of = (timeZones: readonly string[], share: number, ...areaCodes: string[]): Area[] =>
  areaCodes.map((areaCode) => ({ areaCode, timeZones, share }));

/**
 * Area codes of the United States with their time zones, weighted roughly by population. The list does not use
 * `src/domains/schedules`, because the rule checker verifies the schedules with it.
 */
export const defaultAreas: readonly Area[] = [
  ...of(eastern, 4, '212', '305', '404', '617', '215', '202', '216', '919'),
  ...of(central, 4, '312', '214', '713', '512', '314', '612', '504'),
  ...of(mountain, 3, '303', '801', '505'),
  ...of(['America/Phoenix'], 2, '602'),
  ...of(pacific, 4, '213', '415', '206', '503', '702'),
  ...of(['Pacific/Honolulu'], 1, '808'),
];
