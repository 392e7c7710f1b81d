import { z } from 'zod';
import { DateTime, DateTimeParameter } from '../../../platform/http/index.ts';
import { TimeZoneName } from '../../schedules/index.ts';

const intervals = ['hour', 'day', 'week'] as const;
export type OutcomeInterval = (typeof intervals)[number];

export const CampaignOutcomesQuery = z.object({
  from: DateTimeParameter.optional().describe('When the campaign was created, unless said otherwise'),
  to: DateTimeParameter.optional().describe(
    'Now unless said otherwise; of a campaign that has ended, when its last call did',
  ),
  interval: z
    .enum(intervals)
    .optional()
    .describe('The shortest of which the period has at most 72, unless said otherwise'),
  timeZone: TimeZoneName.optional().describe('Whose days and weeks count; UTC unless said otherwise'),
});
export type CampaignOutcomesQuery = z.output<typeof CampaignOutcomesQuery>;

const OutcomeBucket = z
  .object({
    from: DateTime,
    to: DateTime.describe('When the next begins'),
    byOutcome: z.record(z.string(), z.int()).describe('Calls that ended then, by endedReason'),
  })
  .meta({ id: 'OutcomeBucket' });
export type OutcomeBucket = z.output<typeof OutcomeBucket>;

export const CampaignOutcomes = z
  .object({
    campaignId: z.string(),
    interval: z.enum(intervals),
    buckets: z
      .array(OutcomeBucket)
      .describe('The earliest first, without a gap; an hour that two days share counts where it begins'),
  })
  .meta({ id: 'CampaignOutcomes' });
export type CampaignOutcomes = z.output<typeof CampaignOutcomes>;
