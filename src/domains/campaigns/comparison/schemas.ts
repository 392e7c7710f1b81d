import { z } from 'zod';
import { listParameter } from '../../../platform/http/index.ts';
import { TimeZoneName } from '../../schedules/index.ts';
import { CampaignCustomers, campaignState, campaignStatuses } from '../schemas.ts';

export const campaignsMax = 5;

export const CampaignComparisonQuery = z.object({
  campaignId: listParameter(z.array(z.string().min(1)).min(2).max(campaignsMax)).describe(
    'The campaigns: two to five. The others are compared with the first',
  ),
  timeZone: TimeZoneName.default('UTC').describe('For hours of the day'),
});
export type CampaignComparisonQuery = z.output<typeof CampaignComparisonQuery>;

const share = (what: string) => z.number().nullable().describe(what);

const hour = z
  .object({
    hour: z.int().describe('From 0 to 23'),
    attempts: z.int(),
    answered: z.int(),
    connected: z.int().describe('Attempts that reached the customer'),
  })
  .meta({ id: 'ComparedHour' });

const Compared = z
  .object({
    campaignId: z.string(),
    name: z.string(),
    agentId: z.string(),
    status: z.enum(campaignStatuses),
    state: campaignState,
    customers: CampaignCustomers,
    completion: share(
      'The share of customers who were reached or given up, from 0 to 1. Null without customers',
    ),
    reachedRate: share('The share of those who were reached. Null without them'),
    attempts: z
      .int()
      .describe('Calls on record that are over, without those that were never dialed (`byOutcome` has both)'),
    attemptsPerReached: share('Attempts for each customer who was reached. Null without any'),
    answered: z.int().describe('Attempts that a person or a machine answered'),
    answerRate: share('The share of attempts that were answered. Null without attempts'),
    talkedSeconds: z.number().describe('From the answers to the ends, all calls together'),
    cost: z.string().describe('The sum of `cost.total`, whatever its currency'),
    isPriced: z
      .boolean()
      .describe('Whether `cost` is known. False: it is 0 because all calls ended while there were no prices'),
    costPerReached: z
      .string()
      .nullable()
      .describe('The cost for each customer who was reached. Null without any'),
    byOutcome: z.record(z.string(), z.int()).describe('Calls on record by endedReason'),
    byHour: z
      .array(hour)
      .describe('By the hour of the day in which the call was created, without empty hours'),
  })
  .meta({ id: 'ComparedCampaign' });
export type Compared = z.output<typeof Compared>;

const Difference = z
  .object({
    campaignId: z.string(),
    figure: z
      .enum(['reached', 'answered'])
      .describe(
        '`reached`: `reachedRate`, of customers. `answered`: `answerRate`, of attempts. More may be added',
      ),
    differencePoints: z
      .number()
      .nullable()
      .describe('From the first campaign, in percentage points. Null when one of them has nothing to count'),
    pValue: z
      .number()
      .nullable()
      .describe('How often chance alone makes such a difference. Null with `too-few`'),
    verdict: z
      .enum(['higher', 'lower', 'no-difference', 'too-few'])
      .describe(
        '`higher`, `lower`: than the first campaign, by more than chance. `no-difference`: chance explains it. `too-few`: fewer than 30, or fewer than 5 expected hits or misses, in one of the campaigns',
      ),
  })
  .meta({ id: 'CampaignDifference' });

export const CampaignComparison = z
  .object({
    timeZone: z.string(),
    currency: z
      .string()
      .nullable()
      .describe('Of the costs: that of the newest call with a cost, otherwise of the prices'),
    isComplete: z
      .boolean()
      .describe('False while calls from before an upgrade of Parley are still being added'),
    campaigns: z.array(Compared).describe('In the order of the request'),
    level: z
      .number()
      .describe(
        'A difference counts when its `pValue` is below: 0.05, divided by the number of comparisons with the first',
      ),
    differences: z.array(Difference).describe('Of each campaign after the first, by figure'),
  })
  .meta({ id: 'CampaignComparison' });
export type CampaignComparison = z.output<typeof CampaignComparison>;
