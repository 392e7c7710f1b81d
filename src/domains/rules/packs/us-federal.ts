import type { RulePack } from '../types.ts';
import { daily } from './days.ts';

/** Rules for all of the United States and their territories. */
export const usFederal: RulePack = {
  rulePackId: 'us-federal',
  name: 'United States, federal',
  description:
    "Calling hours of the Telephone Consumer Protection Act and of the Telemarketing Sales Rule: 8 to 21 on the called person's clock.",
  rules: [
    {
      ruleId: 'us-federal-hours',
      name: 'United States',
      regions: ['US', 'PR', 'GU', 'VI', 'AS', 'MP'],
      windows: daily('08:00', '21:00'),
      holidays: [],
      sources: [
        { citation: '47 CFR 64.1200(c)(1)', asOf: '2025-02-18', writtenFrom: 'text' },
        { citation: '16 CFR 310.4(c)', asOf: '2025-01-01', writtenFrom: 'summaries' },
      ],
      note: 'Both concern solicitations; a call that sells nothing may be exempt.',
    },
  ],
};
