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
      .describe('The same seed comes to the same, as long as nothing about the campaign changes'),
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
        'When the last call is over, retries included: in one of ten courses no later than `p10`, in half of them than `p50`, in nine of ten than `p90`. At the end of the campaign what is left is canceled. Null: later than in 90 days, or never',
      ),
    attempts: z
      .int()
      .describe('Calls that are dialed from now on, in the middle course, as in all that follows'),
    byOutcome: z
      .partialRecord(z.enum(forecastOutcomes), z.int())
      .describe('How they end; `refused` ones are not dialed'),
    left: z.int().describe('Calls that are never dialed'),
    hours: z
      .array(z.object({ at: DateTime, calls: z.int() }))
      .describe('Calls dialed by hour; hours without calls are left out'),
    concurrentCallsMax: z
      .int()
      .describe(
        'The tightest of the caps that the forecast goes by, at the time at which the fewest other campaigns dial',
      ),
    utilization: z
      .number()
      .nullable()
      .describe(
        'How much of the calls at one time is in use while calls are due, from 0 to 1; null: none ever is',
      ),
    assumptions: z.array(z.string()).describe('What the forecast supposes and leaves out'),
  })
  .meta({ id: 'Forecast' });
export type Forecast = z.output<typeof Forecast>;
