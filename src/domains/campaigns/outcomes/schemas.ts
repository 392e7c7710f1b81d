import { z } from 'zod';
import { DateTime, DateTimeParameter } from '../../../platform/http/index.ts';
import { TimeZoneName } from '../../schedules/index.ts';

const intervals = ['hour', 'day', 'week'] as const;
export type OutcomeInterval = (typeof intervals)[number];

export const CampaignOutcomesQuery = z.object({
  from: DateTimeParameter.optional().describe('Default: when the campaign was created'),
  to: DateTimeParameter.optional().describe('Default: now, or the end of the last call of an ended campaign'),
  interval: z
    .enum(intervals)
    .optional()
    .describe('Default: the shortest interval of which the period has at most 72'),
  timeZone: TimeZoneName.optional().describe('The time zone of days and weeks. Default: UTC'),
});
export type CampaignOutcomesQuery = z.output<typeof CampaignOutcomesQuery>;

const OutcomeBucket = z
  .object({
    from: DateTime,
    to: DateTime.describe('When the next bucket begins'),
    byOutcome: z.record(z.string(), z.int()).describe('Calls that ended in the bucket, by endedReason'),
  })
  .meta({ id: 'OutcomeBucket' });
export type OutcomeBucket = z.output<typeof OutcomeBucket>;

export const CampaignOutcomes = z
  .object({
    campaignId: z.string(),
    interval: z.enum(intervals),
    buckets: z
      .array(OutcomeBucket)
      .describe(
        'Earliest first, without a gap. An hour that two days share belongs to the day in which it begins',
      ),
  })
  .meta({ id: 'CampaignOutcomes' });
export type CampaignOutcomes = z.output<typeof CampaignOutcomes>;
