import { z } from 'zod';
import { CallUsage } from '../../domains/calls/index.ts';
import { CallCost } from '../../domains/prices/index.ts';
import { DateTime, PageMetadata, pageParameters } from '../../platform/http/index.ts';

export const BrowserCall = z
  .object({
    browserCallId: z.string(),
    agentId: z.string(),
    agentVersion: z.int().nullable().describe('`null` for the draft'),
    status: z.enum(['live', 'ended', 'lost']).describe('`lost`: the process that carried it died'),
    createdAt: DateTime,
    endedAt: DateTime.nullable(),
    endedReason: z.string().nullable().describe('As in a call; `failed` when an error ended it'),
    usage: z.array(CallUsage).describe('Usage of providers so far'),
    cost: CallCost.nullable().describe('By the prices at its end; `null` before the end and without prices'),
  })
  .meta({ id: 'BrowserCall' });
export type BrowserCall = z.output<typeof BrowserCall>;

export const BrowserCallQuery = z.object({ ...pageParameters, agentId: z.string().optional() });

export const BrowserCallPage = z
  .object({ browserCalls: z.array(BrowserCall), metadata: PageMetadata })
  .meta({ id: 'BrowserCallPage' });
