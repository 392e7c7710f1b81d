import { z } from 'zod';
import { DateTime, DateTimeParameter } from '../../platform/http/index.ts';
import { callTypes } from '../calls/index.ts';
import { TimeZoneName } from '../schedules/index.ts';

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
    calls: z.int().describe('The calls behind the figures: those of the period with a conversation'),
    isWhole: z
      .boolean()
      .describe(
        'False when there are more than the latest 5000, which were read, or calls from before an upgrade of Parley are still being added',
      ),
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
  from: DateTimeParameter.optional().describe('Calls created from then on. Default: a day before `to`'),
  to: DateTimeParameter.optional().describe('Calls created before. Default: now'),
  agentId: z.string().optional(),
  campaignId: z.string().optional(),
  trunkId: z.string().optional(),
  type: z.enum(callTypes).optional(),
});
export type LatencyQuery = z.output<typeof LatencyQuery>;

export const SpeedQuery = z.object({
  from: DateTimeParameter.optional().describe('Calls created from then on. Default: seven days before `to`'),
  to: DateTimeParameter.optional().describe('Calls created before. Default: now'),
});
export type SpeedQuery = z.output<typeof SpeedQuery>;

export const ProviderSpeeds = z
  .object({
    from: DateTime,
    to: DateTime,
    speeds: z
      .array(
        z
          .object({
            part: z.enum(['model', 'voice', 'transcriber']).describe('More may be added'),
            provider: z.string(),
            model: z.string().nullable().describe('As agents name it; null: the default of the provider'),
            voice: z.string().nullable().describe('Of a voice; null: the default of the provider'),
            calls: z.int(),
            turns: z.int().describe('Turns in which a caller waited for the agent'),
            p50Ms: z
              .int()
              .describe(
                'The median. `model`: from the end of the turn to the first word. `voice`: from the first sentence to its first audio, 0 for speech that was ready. `transcriber`: from the end of speech to the last words',
              ),
            p95Ms: z.int(),
          })
          .meta({ id: 'ProviderSpeed' }),
      )
      .describe('By part, those with most turns first, at most 300'),
  })
  .meta({ id: 'ProviderSpeeds' });
export type ProviderSpeeds = z.output<typeof ProviderSpeeds>;

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
  from: DateTimeParameter.optional().describe('Default: a day before `to`'),
  to: DateTimeParameter.optional().describe('Default: now'),
});
export type CallAnalyticsQuery = z.output<typeof CallAnalyticsQuery>;

export const Attention = z
  .object({
    kind: z
      .enum([
        'trunk-down',
        'trunk-without-audio',
        'circuit-open',
        'calls-held',
        'alert-open',
        'webhook-failing',
        'webhook-disabled',
        'workflow-failing',
        'process-lost',
        'calls-refused',
        'callers-turned-away',
      ])
      .describe(
        'More kinds may be added. The limit of the organization counts when it was reached for an hour',
      ),
    id: z
      .string()
      .nullable()
      .describe(
        'The id of the trunk, campaign, alert, webhook endpoint, workflow, process or phone number. Null when all calls are held, and for callers who were turned away because of the limit of the organization',
      ),
    name: z.string().nullable(),
    reason: z
      .string()
      .nullable()
      .describe(
        'Why the trunk is down or has no audio in common with its carrier, the calls are held or the alert began; whether the circuit is of a `trunk` or a `campaign`; how many runs of the workflow failed within a day; the roles of the lost process; why the process refused the last call: `overloaded` or `process-full`; why callers were turned away: `organization-limit`, `trunk-limit`, `no-agent` or `no-provider`',
      ),
    since: DateTime.nullable(),
    count: z
      .int()
      .nullable()
      .describe(
        'How many calls were turned away within a day, the last one at `since`. Null for other kinds',
      ),
  })
  .meta({ id: 'Attention' });
export type Attention = z.output<typeof Attention>;

export const Overview = z
  .object({
    at: DateTime,
    timeZone: z.string(),
    live: z.object({ calls: z.int(), byStatus: byName('Calls that are neither queued nor over, by status') }),
    queue: z.object({
      waiting: z.int().describe('Calls in the queue'),
      due: z.int().describe('Queued calls that are due, counted up to 10000'),
      isWhole: z.boolean().describe('False when more are due'),
    }),
    today: z
      .object({
        from: DateTime.describe('The whole hour in which the day began in the time zone'),
        created: byName('Calls that were created, by type'),
        byStatus: byName('Calls that ended, by status'),
        byOutcome: byName('Calls that ended, by endedReason'),
      })
      .describe('Since the day began in the time zone'),
    latency: z
      .object({
        from: DateTime,
        calls: z.int(),
        turns: z.int(),
        waited: Percentiles,
        provider: Percentiles,
        added: Percentiles,
      })
      .describe('Of the calls of the last hour'),
    attention: z
      .array(Attention)
      .describe('Resources that need attention and that the key may read, newest first, at most 100'),
  })
  .meta({ id: 'Overview' });
export type Overview = z.output<typeof Overview>;

export const OverviewQuery = z.object({
  timeZone: TimeZoneName.optional().describe('The time zone of the day. Default: UTC'),
});
export type OverviewQuery = z.output<typeof OverviewQuery>;

export const TurnedAwayQuery = z.object({
  from: DateTimeParameter.optional().describe('Calls refused from then on. Default: 30 days before `to`'),
  to: DateTimeParameter.optional().describe('Calls refused before. Default: now'),
  phoneNumberId: z.string().optional().describe('Only calls of this number'),
});
export type TurnedAwayQuery = z.output<typeof TurnedAwayQuery>;

const byReason = z
  .record(z.string(), z.int())
  .describe(
    'Refused calls by reason: `organization-limit` and `trunk-limit` (all concurrent calls were in use), `no-agent` (the number has none), `no-provider` (no provider of the agent was usable). More may be added',
  );

export const TurnedAwayCalls = z
  .object({
    from: DateTime,
    to: DateTime,
    total: z.int(),
    byReason,
    numbers: z
      .array(
        z.object({
          phoneNumberId: z.string(),
          phoneNumber: z.string().describe('Kept when the number is deleted'),
          total: z.int(),
          byReason,
          lastAt: DateTime.describe('When the last call was refused'),
        }),
      )
      .describe('Those with most refused calls first, at most 200'),
    hours: z
      .array(z.object({ at: DateTime.describe('When the hour began'), calls: z.int() }))
      .describe('The hours with refused calls, the first one first'),
  })
  .meta({ id: 'TurnedAwayCalls' });
export type TurnedAwayCalls = z.output<typeof TurnedAwayCalls>;

export const ProcessEntry = z
  .object({
    processId: z.string(),
    roles: z.array(z.string()).describe('Of `api`, `workflows`, `calls` and `dialer`. More may be added'),
    version: z.string().nullable().describe('Null: a version of before versions were recorded'),
    startedAt: DateTime,
    refusal: z
      .string()
      .nullable()
      .describe(
        'Why it takes no new calls now: `overloaded`, `process-full`, `database-away` or `draining`. Null: it takes calls, or has no role for them',
      ),
    refusedCalls: z
      .int()
      .describe('Inbound calls that it refused since it started, because it or the machine was at its limit'),
    refusedAt: DateTime.nullable().describe('When it refused the last one'),
    state: z.enum(['running', 'lost']).describe('`lost`: it has not been seen for 5 s. More may be added'),
  })
  .meta({ id: 'ProcessEntry' });
export type ProcessEntry = z.output<typeof ProcessEntry>;

export const ProcessList = z.object({ processes: z.array(ProcessEntry) }).meta({ id: 'ProcessList' });

export const breakdowns = [
  'day',
  'week',
  'hour-of-day',
  'agent',
  'agent-version',
  'campaign',
  'trunk',
  'type',
] as const;
export type Breakdown = (typeof breakdowns)[number];

const figures = {
  calls: z.int().describe('Calls that are over'),
  answered: z.int().describe('Those that a person or a machine answered'),
  talkedSeconds: z.number().describe('From the answers to the ends, all calls together'),
  cost: z.string().describe('The sum of `cost.total`, whatever its currency'),
  isPriced: z
    .boolean()
    .describe(
      'Whether `cost` is known. False: it is 0 because all of these calls ended while there were no prices',
    ),
  bySentiment: byName('Analyzed calls by sentiment'),
  byOutcome: byName('Calls by endedReason'),
};

export const CallBreakdown = z
  .object({
    from: DateTime,
    to: DateTime,
    by: z.enum(breakdowns),
    timeZone: z.string(),
    currency: z
      .string()
      .nullable()
      .describe(
        'Of the costs (ISO 4217): that of the newest call with a cost, otherwise of the prices. Null without both',
      ),
    isComplete: z
      .boolean()
      .describe('False while calls from before an upgrade of Parley are still being added'),
    total: z.object(figures),
    rubrics: z
      .array(z.object({ name: z.string(), passed: z.int(), failed: z.int() }))
      .describe('The verdicts of analyses by rubric, the most judged 50'),
    groups: z
      .array(
        z.object({
          key: z
            .string()
            .describe(
              'A date (`day`, and the Monday of a `week`), an hour from 0 to 23, an id, a version or a type. Empty: none',
            ),
          ...figures,
        }),
      )
      .describe('Times in their order, others by calls; at most 400'),
  })
  .meta({ id: 'CallBreakdown' });
export type CallBreakdown = z.output<typeof CallBreakdown>;

export const CallBreakdownQuery = z.object({
  from: DateTimeParameter.optional().describe('Calls created from then on. Default: 30 days before `to`'),
  to: DateTimeParameter.optional().describe('Calls created before. Default: now'),
  by: z.enum(breakdowns).default('day').describe('`agent-version` needs `agentId`'),
  timeZone: TimeZoneName.default('UTC').describe('For days, weeks and hours'),
  agentId: z.string().optional(),
  campaignId: z.string().optional(),
  trunkId: z.string().optional(),
  type: z.enum(callTypes).optional(),
});
export type CallBreakdownQuery = z.output<typeof CallBreakdownQuery>;
