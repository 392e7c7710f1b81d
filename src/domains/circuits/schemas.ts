import { z } from 'zod';
import { DateTime } from '../../platform/http/index.ts';

/** When circuits of an organization open, and for how long. */
export const CircuitBreaker = z
  .strictObject({
    enabled: z.boolean().default(true).describe('false: no circuit opens, and open ones close'),
    failures: z.int().min(1).max(1000).default(10).describe('So many failed attempts open a circuit'),
    attempts: z.int().min(1).max(1000).default(20).describe('Of so many latest ones'),
    windowSeconds: z.int().min(10).max(900).default(300).describe('Older attempts are not counted'),
    cooldownSeconds: z
      .int()
      .min(5)
      .max(3600)
      .default(60)
      .describe('How long an open circuit lets no call through; then one may try'),
  })
  .refine(({ failures, attempts }) => failures <= attempts, {
    path: ['failures'],
    error: 'must not exceed attempts',
  })
  .meta({ id: 'CircuitBreaker' });
export type CircuitBreaker = z.output<typeof CircuitBreaker>;

const circuitKinds = ['trunk', 'campaign'] as const;
export type CircuitKind = (typeof circuitKinds)[number];

export const Circuit = z
  .object({
    state: z
      .enum(['closed', 'open', 'half-open'])
      .describe('`open`: calls are held; `half-open`: one call tries whether it works again'),
    since: DateTime.nullable().describe('null: it was never open'),
    failed: z.int().describe('Failed ones of the attempts that count; not closed: when it opened'),
    attempts: z.int(),
    failureRate: z.number().nullable().describe('0 to 1; null: nothing was attempted lately'),
    until: DateTime.nullable().describe('Open: when one call may try; half-open: when another may'),
    probeCallId: z.string().nullable().describe('The call that tries'),
  })
  .meta({ id: 'Circuit' });
export type Circuit = z.output<typeof Circuit>;
