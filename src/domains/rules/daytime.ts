import { daily } from './packs/days.ts';
import type { HoursRule } from './types.ts';

/** The hours of campaigns that call by day only, in every country. */
export const daytime: HoursRule = {
  ruleId: 'daytime',
  name: "the campaign, 8:00 to 21:00 on the customer's clock",
  regions: [],
  windows: daily('08:00', '21:00'),
  holidays: [],
  sources: [{ citation: '47 CFR 64.1200(c)(1)', asOf: '2025-02-18', writtenFrom: 'text' }],
  note: null,
};
