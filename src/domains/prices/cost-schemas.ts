import { z } from 'zod';

const what = {
  kind: z.enum(['language-model', 'text-to-speech', 'speech-to-text', 'speech-to-speech', 'telephony']),
  provider: z.string().describe('The id of the trunk, for telephony'),
  model: z.string().nullable(),
  direction: z.enum(['inbound', 'outbound']).nullable().describe('For telephony'),
  unit: z.enum([
    ...(['input-tokens', 'output-tokens', 'characters', 'seconds', 'minutes'] as const),
    ...(['input-audio-tokens', 'output-audio-tokens'] as const),
    ...(['cached-input-tokens', 'cached-input-audio-tokens', 'cache-write-input-tokens'] as const),
  ]),
  quantity: z.number().describe('Quantity in the unit; for telephony as it is charged'),
  agentId: z
    .string()
    .optional()
    .describe('The agent that caused it. Absent for the agent with which the call or chat began'),
  agentVersion: z.int().nullable().optional(),
};

const CostItem = z
  .object({
    ...what,
    amount: z
      .string()
      .describe(
        'The price amount. Cached or cache-write tokens without a price of their own use that of another unit',
      ),
    per: z.int().describe('The number of units that the amount pays for'),
    cost: z.string(),
  })
  .meta({ id: 'CallCostItem' });
export type CostItem = z.output<typeof CostItem>;

const Unpriced = z.object(what).meta({ id: 'CallUnpricedUsage' });
export type Unpriced = z.output<typeof Unpriced>;

/** The cost of a call. */
export const CallCost = z
  .object({
    currency: z.string().describe('ISO 4217'),
    total: z.string().describe('The exact sum of the items'),
    priceVersion: z.int().describe('The price version that applied when the call ended'),
    usageIsComplete: z
      .boolean()
      .describe('false: the process that carried the call was lost, and the last usage with it'),
    items: z.array(CostItem),
    unpriced: z.array(Unpriced).describe('Usage without a price, which is not in the total'),
  })
  .meta({ id: 'CallCost' });
export type CallCost = z.output<typeof CallCost>;
