import { holidayDates } from './holiday-dates.ts';
import { rulePacks } from './packs.ts';
import type { RulePackList } from './schemas.ts';

/** Returns every pack with its rules, and holidays with their dates in this and the next year. */
export function listRulePacks(nowMs: number): RulePackList {
  const year = new Date(nowMs).getUTCFullYear();
  return {
    rulePacks: rulePacks.map((pack) => ({
      ...pack,
      rules: pack.rules.map((rule) => ({
        ...rule,
        regions: [...rule.regions],
        windows: rule.windows.map(({ days, start, end }) => ({ days: [...days], start, end })),
        holidays: rule.holidays.map((holiday) => ({
          name: holiday.name,
          dates: [...holidayDates(holiday, year), ...holidayDates(holiday, year + 1)],
        })),
        sources: [...rule.sources],
      })),
    })),
  };
}
