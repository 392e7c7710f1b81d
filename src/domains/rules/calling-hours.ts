import { customerRegions, isOpen, type ScheduleClock, type ScheduleShape } from '../schedules/index.ts';
import { holidayDates } from './holiday-dates.ts';
import { rulePacks } from './packs.ts';
import type { HoursRule } from './types.ts';

/**
 * The rules of the packs that hold where the number is. Where its state cannot be told, those of every state that it
 * may be in hold together; a number that belongs to no country is under none.
 */
export function rulesFor(packIds: readonly string[], e164: string): HoursRule[] {
  if (packIds.length === 0) return [];
  const regions = customerRegions(e164);
  return rulePacks
    .filter(({ rulePackId }) => packIds.includes(rulePackId))
    .flatMap(({ rules }) => rules)
    .filter((rule) => regions.some((region) => holdsIn(rule, region)));
}

/** The rules on the wall clocks of the person's zones, for questions about the time from `fromMs` on. */
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

/** The first rule that does not allow a call at `atMs`; null: all do. */
export function closedRule(
  rules: readonly HoursRule[],
  zones: readonly string[],
  atMs: number,
): HoursRule | null {
  const year = new Date(atMs).getUTCFullYear();
  const isClosed = (rule: HoursRule) => zones.some((zone) => !isOpen(scheduleOf(rule, year), zone, atMs));
  return rules.find(isClosed) ?? null;
}

/** A rule and its source in words. */
export function ruleWords({ name, sources }: HoursRule): string {
  return `${name} (${sources.map(({ citation }) => citation).join('; ')})`;
}

function holdsIn({ regions }: HoursRule, region: string): boolean {
  return regions.some((own) => own === region || region.startsWith(`${own}-`));
}

const schedules = new WeakMap<HoursRule, { year: number; schedule: ScheduleShape }>();

/** A rule as a schedule, with the holidays of the years around one: of the day before it, and of all that is looked ahead to. */
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
