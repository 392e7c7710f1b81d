import { z } from 'zod';
import { DateTime } from '../../../platform/http/index.ts';
import { forecastOutcomes } from './rates.ts';

export const ForecastRequest = z
  .strictObject({
    seed: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(1)
      .describe('The same seed returns the same forecast as long as the campaign does not change'),
  })
  .prefault({})
  .meta({ id: 'ForecastRequest' });
export type ForecastRequest = z.output<typeof ForecastRequest>;

const Finish = DateTime.nullable();

export const Forecast = z
  .object({
    campaignId: z.string(),
    seed: z.int(),
    waiting: z.int().describe('Calls in the queue of the campaign'),
    startsAt: DateTime,
    finishesAt: z
      .object({ p10: Finish, p50: Finish, p90: Finish })
      .describe(
        'When the last call is over, retries included, as percentiles of the simulated runs. The remaining calls are canceled at the end of the campaign. Null: later than in 90 days, or never',
      ),
    attempts: z.int().describe('Calls dialed from now on in the median run, like all following fields'),
    byOutcome: z
      .partialRecord(z.enum(forecastOutcomes), z.int())
      .describe('Their outcomes; `refused` calls are not dialed'),
    left: z.int().describe('Calls that are never dialed'),
    hours: z
      .array(z.object({ at: DateTime, calls: z.int() }))
      .describe('Calls dialed by hour; hours without calls are left out'),
    concurrentCallsMax: z
      .int()
      .describe('The lowest of the caps that apply, at the time when the fewest other campaigns dial'),
    utilization: z
      .number()
      .nullable()
      .describe('The used share of the cap while calls are due, from 0 to 1; null: no call is ever due'),
    assumptions: z.array(z.string()).describe('What the forecast assumes and leaves out'),
  })
  .meta({ id: 'Forecast' });
export type Forecast = z.output<typeof Forecast>;
