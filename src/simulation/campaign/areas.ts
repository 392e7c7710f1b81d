/** Where customers of a simulation may live: an area code, and the zones that its numbers may be in. */
interface Area {
  areaCode: string;
  timeZones: readonly string[];
  /** How many live there, in relation to the others. */
  share: number;
}

const eastern = ['America/New_York'];
const central = ['America/Chicago'];
const mountain = ['America/Denver'];
const pacific = ['America/Los_Angeles'];

const of = (timeZones: readonly string[], share: number, ...areaCodes: string[]): Area[] =>
  areaCodes.map((areaCode) => ({ areaCode, timeZones, share }));

/**
 * Area codes across the United States, roughly as people live there, with their zones as the numbering plan has them:
 * written down here once more, apart from `src/domains/schedules`, because the checker of a simulation judges those by it.
 */
export const usualAreas: readonly Area[] = [
  ...of(eastern, 4, '212', '305', '404', '617', '215', '202', '216', '919'),
  ...of(central, 4, '312', '214', '713', '512', '314', '612', '504'),
  ...of(mountain, 3, '303', '801', '505'),
  ...of(['America/Phoenix'], 2, '602'),
  ...of(pacific, 4, '213', '415', '206', '503', '702'),
  ...of(['Pacific/Honolulu'], 1, '808'),
];
