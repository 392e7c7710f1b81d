import { defineRoute, type Route } from '../../platform/http/index.ts';
import { holidayDates } from './holiday-dates.ts';
import { rulePacks } from './packs.ts';
import { RulePackList } from './schemas.ts';

export function ruleRoutes(): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/rule-packs',
      operationId: 'listRulePacks',
      tag: 'Organization',
      summary: 'List the calling-hours rule packs with their sources',
      description:
        'An organization enables packs with `rulePacks`. They are data and not legal advice. Check whether a law applies to your calls.',
      scope: 'organization:read',
      output: RulePackList,
      status: 200,
      handle: async () => listRulePacks(Date.now()),
    }),
  ];
}

/** Returns every pack with its rules, and holidays with their dates in this and the next year. */
function listRulePacks(nowMs: number): RulePackList {
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
