import { z } from 'zod';
import { CallUsage } from '../../domains/calls/index.ts';
import { CallCost } from '../../domains/prices/index.ts';
import { DateTime, PageMetadata, pageParameters } from '../../platform/http/index.ts';

export const Talk = z
  .object({
    talkId: z.string(),
    agentId: z.string(),
    agentVersion: z.int().nullable().describe('Null: the draft'),
    status: z.enum(['live', 'ended', 'lost']).describe('`lost`: with the process that carried it'),
    createdAt: DateTime,
    endedAt: DateTime.nullable(),
    endedReason: z
      .string()
      .nullable()
      .describe("As a call's; `failed`: it did not come to an end of its own"),
    usage: z.array(CallUsage).describe('What providers were used for it, as far as it has come'),
    cost: CallCost.nullable().describe(
      'By the prices when it was over; null before, and where there were none',
    ),
  })
  .meta({ id: 'Talk' });
export type Talk = z.output<typeof Talk>;

export const TalkQuery = z.object({ ...pageParameters, agentId: z.string().optional() });

export const TalkPage = z.object({ talks: z.array(Talk), metadata: PageMetadata }).meta({ id: 'TalkPage' });
