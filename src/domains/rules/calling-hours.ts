import { customerRegions, isOpen, type ScheduleClock, type ScheduleShape } from '../schedules/index.ts';
import { holidayDates } from './holiday-dates.ts';
import { rulePacks } from './packs.ts';
import type { HoursRule } from './types.ts';

/**
 * Returns the packs' rules for a number's region. When its state is unknown, the rules of every possible state apply
 * together. A number without a country has none.
 */
export function rulesFor(packIds: readonly string[], e164: string): HoursRule[] {
  if (packIds.length === 0) return [];
  const regions = customerRegions(e164);
  return rulePacks
    .filter(({ rulePackId }) => packIds.includes(rulePackId))
    .flatMap(({ rules }) => rules)
    .filter((rule) => regions.some((region) => holdsIn(rule, region)));
}

/** Applies the rules in the person's time zones, for questions about the time from `fromMs` on. */
export function clocksOf(
  rules: readonly HoursRule[],
  zones: readonly string[],
  fromMs: number,
): ScheduleClock[] {
  const year = new Date(fromMs).getUTCFullYear();
  return rules.flatMap((rule) => {
    const schedule = scheduleOf(rule, year);
    return zones.map((zone) => ({ schedule, zone }));
  });
}

/** Returns the first rule that forbids a call at `atMs`, or null. */
export function closedRule(
  rules: readonly HoursRule[],
  zones: readonly string[],
  atMs: number,
): HoursRule | null {
  const year = new Date(atMs).getUTCFullYear();
  const isClosed = (rule: HoursRule) => zones.some((zone) => !isOpen(scheduleOf(rule, year), zone, atMs));
  return rules.find(isClosed) ?? null;
}

/** Returns the name of a rule and its source. */
export function ruleLabel({ name, sources }: HoursRule): string {
  return `${name} (${sources.map(({ citation }) => citation).join('; ')})`;
}

function holdsIn({ regions }: HoursRule, region: string): boolean {
  return regions.some((own) => own === region || region.startsWith(`${own}-`));
}

const schedules = new WeakMap<HoursRule, { year: number; schedule: ScheduleShape }>();

/**
 * Returns a rule as a schedule, with the holidays around a year: from the day before it to the end of the look-ahead.
 */
function scheduleOf(rule: HoursRule, year: number): ScheduleShape {
  const known = schedules.get(rule);
  if (known?.year === year) return known.schedule;
  const years = [year - 1, year, year + 1, year + 2];
  const dates = new Set(rule.holidays.flatMap((holiday) => years.flatMap((of) => holidayDates(holiday, of))));
  const exceptions = [...dates].sort().map((date) => ({ date, windows: [] }));
  const schedule = { timeZone: 'customer', windows: rule.windows, exceptions };
  schedules.set(rule, { year, schedule });
  return schedule;
}
