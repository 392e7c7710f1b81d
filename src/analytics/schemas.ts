import { z } from 'zod';
import { DateTime, DateTimeParameter } from '../http/index.ts';

const ms = z.int().nullable();

/** How long one part of turns took. */
const Percentiles = z
  .object({
    count: z.int().describe('Turns that had this part'),
    p50Ms: ms,
    p90Ms: ms,
    p95Ms: ms,
    p99Ms: ms,
    maxMs: ms,
  })
  .meta({ id: 'LatencyPercentiles' });
export type Percentiles = z.output<typeof Percentiles>;

const part = (what: string) => Percentiles.describe(what);

export const LatencyAnalytics = z
  .object({
    from: DateTime,
    to: DateTime,
    agentId: z.string().nullable(),
    calls: z
      .int()
      .describe('Calls that the figures are of: those of the period in which there was a conversation'),
    isWhole: z.boolean().describe('False: the period has more calls, and these are the latest of them'),
    turns: z.int().describe('Turns in which a caller waited for the agent'),
    parts: z
      .object({
        waited: part('What callers waited: from the end of speech to the first audio sent'),
        provider: part("The providers' part of it"),
        added: part('The rest: deciding that the turn is over, and everything between'),
        transcript: part('From the end of speech until the last words were understood'),
        endOfTurn: part('From the end of speech to the decision that the turn is over'),
        firstToken: part('From there until the model began to answer'),
        model: part('From the end of the turn until the model had said something that can be spoken'),
        voice: part('From there to the first audio of the voice'),
        line: part('From there to the first audio sent'),
      })
      .meta({ id: 'LatencyParts' }),
  })
  .meta({ id: 'LatencyAnalytics' });
export type LatencyAnalytics = z.output<typeof LatencyAnalytics>;

export const LatencyQuery = z.object({
  from: DateTimeParameter.optional().describe(
    'Calls created from then on; a day before `to` unless said otherwise',
  ),
  to: DateTimeParameter.optional().describe('Calls created before; now unless said otherwise'),
  agentId: z.string().optional(),
});
export type LatencyQuery = z.output<typeof LatencyQuery>;

const byName = (what: string) => z.record(z.string(), z.int()).describe(what);

export const CallAnalytics = z
  .object({
    from: DateTime,
    to: DateTime,
    now: byName('Calls that are not over at this moment, by status'),
    created: byName('Calls that were created in the period, by type'),
    byStatus: byName('Calls that ended in the period, by status'),
    byOutcome: byName('Calls that ended in the period, by endedReason'),
  })
  .meta({ id: 'CallAnalytics' });
export type CallAnalytics = z.output<typeof CallAnalytics>;

export const CallAnalyticsQuery = z.object({
  from: DateTimeParameter.optional().describe('A day before `to` unless said otherwise'),
  to: DateTimeParameter.optional().describe('Now unless said otherwise'),
});
export type CallAnalyticsQuery = z.output<typeof CallAnalyticsQuery>;
