import { z } from 'zod';
import { DateTime } from '../../platform/http/index.ts';

/** When an organization's circuits open, and for how long. */
export const CircuitBreaker = z
  .strictObject({
    enabled: z.boolean().default(true).describe('false: no circuit opens, and open ones close'),
    failures: z
      .int()
      .min(1)
      .max(1000)
      .default(10)
      .describe('The number of failed attempts that opens a circuit'),
    attempts: z.int().min(1).max(1000).default(20).describe('The number of latest attempts considered'),
    windowSeconds: z
      .int()
      .min(10)
      .max(900)
      .default(300)
      .describe('Attempts older than this are ignored, in seconds'),
    cooldownSeconds: z
      .int()
      .min(5)
      .max(3600)
      .default(60)
      .describe('How long an open circuit blocks calls, in seconds; then one call may probe it'),
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
      .describe('`open`: calls are held; `half-open`: one call probes whether it works again'),
    since: DateTime.nullable().describe('null: it was never open'),
    failed: z
      .int()
      .describe('Failures among the counted attempts; unless closed, as they were when it opened'),
    attempts: z.int(),
    failureRate: z.number().nullable().describe('0 to 1; null: no recent attempts'),
    until: DateTime.nullable().describe('Open: when a call may probe it; half-open: when another may'),
    probeCallId: z.string().nullable().describe('The probing call'),
  })
  .meta({ id: 'Circuit' });
export type Circuit = z.output<typeof Circuit>;

/** A provider that a process avoids, because its last requests failed. */
const ProviderCircuit = z
  .object({
    kind: z.enum(['model', 'voice', 'transcriber', 'speechToSpeech']),
    provider: z.string(),
    key: z.string().nullable().describe('The `key` of the agent'),
    model: z.string().nullable().describe('The `model` of the agent'),
    openUntil: DateTime.describe('When it is asked again'),
    message: z.string().describe('How it failed, in a few words'),
  })
  .meta({ id: 'ProviderCircuit' });
export type ProviderCircuit = z.output<typeof ProviderCircuit>;

export const ProviderCircuitList = z
  .object({ providerCircuits: z.array(ProviderCircuit) })
  .meta({ id: 'ProviderCircuitList' });
