import { z } from 'zod';
import { DateTime, PageMetadata } from '../http/index.ts';
import { retryOutcomes } from './next-retry.ts';

const delayMaxSeconds = 30 * 86_400;

const fields = {
  name: z.string().trim().min(1).max(100),
  maxAttempts: z
    .int()
    .min(1)
    .max(20)
    .describe('How often a customer is called at most, the first call included'),
  delaysSeconds: z
    .array(z.int().min(0).max(delayMaxSeconds))
    .min(1)
    .max(20)
    .describe('The wait after the end of the first attempt, of the second and so on; the last one repeats'),
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
  .strictObject({ ...fields, retryOn: fields.retryOn.default([...retryOutcomes]) })
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
