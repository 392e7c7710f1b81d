import { z } from 'zod';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';
import { retryOutcomes } from './next-retry.ts';

const delayMaxSeconds = 30 * 86_400;

const Delays = z.array(z.int().min(0).max(delayMaxSeconds)).min(1).max(20);

const fields = {
  name: z.string().trim().min(1).max(100),
  maxAttempts: z.int().min(1).max(20).describe('The most calls to a customer, including the first one'),
  delaysSeconds: Delays.describe(
    'The delays after the end of the first attempt, the second, and so on. The last one repeats',
  ),
  outcomeDelaysSeconds: z
    .strictObject({
      'no-answer': Delays.optional(),
      busy: Delays.optional(),
      failed: Delays.optional(),
      voicemail: Delays.optional(),
    })
    .describe(
      'Replace `delaysSeconds` after attempts with this outcome, such as shorter delays after `busy`',
    ),
  varyTimeOfDay: z
    .boolean()
    .describe(
      "Whether the next attempt is made in another part of the customer's day than the last: before 11:00, before 14:00, before 17:00 or later; the least tried one that the schedule opens within three days",
    ),
  retryOn: z
    .array(z.enum(retryOutcomes))
    .min(1)
    .max(retryOutcomes.length)
    .refine((outcomes) => new Set(outcomes).size === outcomes.length, {
      error: 'must not name an outcome twice',
    })
    .describe('The outcomes after which the customer is called again'),
};

export const CreateRetryConfig = z
  .strictObject({
    ...fields,
    outcomeDelaysSeconds: fields.outcomeDelaysSeconds.default({}),
    varyTimeOfDay: fields.varyTimeOfDay.default(false),
    retryOn: fields.retryOn.default([...retryOutcomes]),
  })
  .meta({ id: 'CreateRetryConfig' });
export type CreateRetryConfig = z.output<typeof CreateRetryConfig>;

export const UpdateRetryConfig = z.strictObject(fields).partial().meta({ id: 'UpdateRetryConfig' });
export type UpdateRetryConfig = z.output<typeof UpdateRetryConfig>;

export const RetryConfig = z
  .object({ callRetryConfigId: z.string(), ...fields, createdAt: DateTime, updatedAt: DateTime })
  .meta({ id: 'RetryConfig' });
export type RetryConfig = z.output<typeof RetryConfig>;

export const RetryConfigPage = z
  .object({ retryConfigs: z.array(RetryConfig), metadata: PageMetadata })
  .meta({ id: 'RetryConfigPage' });

const UsingCampaign = z.object({
  campaignId: z.string(),
  name: z.string(),
  status: z.enum(['running', 'paused']),
  createdAt: DateTime,
});
export type UsingCampaign = z.output<typeof UsingCampaign>;

export const RetryConfigCampaigns = z
  .object({ campaigns: z.array(UsingCampaign), metadata: PageMetadata })
  .meta({ id: 'RetryConfigCampaigns' });
