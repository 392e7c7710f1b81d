import { z } from 'zod';

const what = {
  kind: z.enum(['language-model', 'text-to-speech', 'speech-to-text', 'speech-to-speech', 'telephony']),
  provider: z.string().describe('Of telephony: the id of the trunk'),
  model: z.string().nullable(),
  direction: z.enum(['inbound', 'outbound']).nullable().describe('Of telephony'),
  unit: z.enum([
    ...(['input-tokens', 'output-tokens', 'characters', 'seconds', 'minutes'] as const),
    ...(['input-audio-tokens', 'output-audio-tokens'] as const),
    ...(['cached-input-tokens', 'cached-input-audio-tokens', 'cache-write-input-tokens'] as const),
  ]),
  quantity: z.number().describe('Of the unit; of telephony as it is charged'),
};

const CostItem = z
  .object({
    ...what,
    amount: z
      .string()
      .describe(
        'The price: so much…; of what was cached or written down and has none of its own, that which it takes instead',
      ),
    per: z.int().describe('…for so many of the unit'),
    cost: z.string(),
  })
  .meta({ id: 'CallCostItem' });
export type CostItem = z.output<typeof CostItem>;

const Unpriced = z.object(what).meta({ id: 'CallUnpricedUsage' });
export type Unpriced = z.output<typeof Unpriced>;

/** What a call cost. */
export const CallCost = z
  .object({
    currency: z.string().describe('ISO 4217'),
    total: z.string().describe('The sum of the items, exactly'),
    priceVersion: z
      .int()
      .describe('The version of the prices that it was reckoned by: those when the call ended'),
    usageIsComplete: z
      .boolean()
      .describe(
        'False: the process that carried the call was lost, and with it the last of what its providers were used for',
      ),
    items: z.array(CostItem),
    unpriced: z.array(Unpriced).describe('What had no price, and is not in the total'),
  })
  .meta({ id: 'CallCost' });
export type CallCost = z.output<typeof CallCost>;
