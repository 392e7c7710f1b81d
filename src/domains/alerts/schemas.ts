import { z } from 'zod';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';
import { measureNames } from './measures.ts';

/** The most rules and channels of an organization. */
export const rulesMax = 100;
export const channelsMax = 50;

export const windows = [5, 15, 30, 60, 180, 360, 1440] as const;

const fields = {
  name: z.string().trim().min(1).max(100),
  measure: z
    .enum(measureNames)
    .describe(
      'What is watched. Shares in per cent: `answer-rate` (of dialed calls), `failure-rate`, `provider-errors` (calls in which a provider failed), `negative-sentiment` (of analyzed calls), `stage-rate` (conversations that entered `stage`). Counts: `calls` that ended, `phrase` (conversations in which it was said). `latency-p95` in milliseconds, `cost-per-hour`, `queue-wait` in minutes: how long the oldest due call of a running campaign has waited. Of callers who wait for a team: `team-wait` in seconds (the longest wait now), and in per cent `team-service-level` (answered within 20 s) and `team-abandoned`',
    ),
  agentId: z.string().max(64).nullable().describe('Only calls of this agent. Null: of all'),
  campaignId: z.string().max(64).nullable().describe('Only calls of this campaign. Null: all calls'),
  teamId: z
    .string()
    .max(64)
    .nullable()
    .describe('Only callers of this team, for the measures of teams. Null: of all'),
  phrase: z.string().trim().min(2).max(100).nullable().describe('Required by `phrase`, else null'),
  stage: z.string().trim().min(1).max(200).nullable().describe('Required by `stage-rate`, else null'),
  windowMinutes: z
    .literal(windows)
    .describe('The window of each reading: calls that ended within so many minutes'),
  direction: z.enum(['above', 'below']),
  comparedTo: z
    .enum(['bound', 'earlier-weeks'])
    .describe(
      '`earlier-weeks`: `bound` is a deviation in per cent from the median of the same window one to four weeks before',
    ),
  bound: z.number().min(0).max(1e9),
  minimumCalls: z
    .int()
    .min(0)
    .max(100_000)
    .describe('A share or a latency of fewer calls decides nothing, so that a few calls at night raise none'),
  channelIds: z
    .array(z.string().max(64))
    .max(10)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must contain each channel once' })
    .describe('Where alerts are sent, besides webhook endpoints with `alert.began` and `alert.ended`'),
  enabled: z.boolean(),
};

const Fields = z.strictObject(fields);
export type RuleFields = z.output<typeof Fields>;

export const CreateAlertRule = z
  .strictObject({
    ...fields,
    agentId: fields.agentId.default(null),
    campaignId: fields.campaignId.default(null),
    teamId: fields.teamId.default(null),
    phrase: fields.phrase.default(null),
    stage: fields.stage.default(null),
    windowMinutes: fields.windowMinutes.default(60),
    comparedTo: fields.comparedTo.default('bound'),
    minimumCalls: fields.minimumCalls.default(20),
    channelIds: fields.channelIds.default([]),
    enabled: fields.enabled.default(true),
  })
  .meta({ id: 'CreateAlertRule' });
export type CreateAlertRule = z.output<typeof CreateAlertRule>;

export const UpdateAlertRule = Fields.partial().meta({ id: 'UpdateAlertRule' });
export type UpdateAlertRule = z.output<typeof UpdateAlertRule>;

export const AlertRule = z
  .object({
    alertRuleId: z.string(),
    ...fields,
    state: z
      .enum(['off', 'waiting', 'calm', 'too-few-calls', 'open'])
      .describe('`waiting`: for its first reading; `open`: an alert is open. More may be added'),
    alertId: z.string().nullable().describe('The open alert'),
    reading: z
      .object({
        at: DateTime,
        value: z.number().nullable(),
        sample: z.int().describe('The calls behind the value'),
        limit: z.number().nullable().describe('Null: earlier weeks have too few calls to compare with'),
      })
      .nullable()
      .describe('The last reading'),
    problem: z.string().nullable().describe('Why the last reading failed'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'AlertRule' });
export type AlertRule = z.output<typeof AlertRule>;

export const AlertRulePage = z
  .object({ alertRules: z.array(AlertRule), metadata: PageMetadata })
  .meta({ id: 'AlertRulePage' });

export const Alert = z
  .object({
    alertId: z.string(),
    alertRuleId: z.string().describe('The rule, which may have been deleted since'),
    name: z.string().describe('The name of the rule when the alert began'),
    summary: z.string().describe('Why it began, in a sentence'),
    measure: z.enum(measureNames),
    agentId: z.string().nullable(),
    campaignId: z.string().nullable(),
    value: z.number().describe('When it began'),
    limit: z.number(),
    worst: z.number().describe('The most extreme value so far'),
    beganAt: DateTime,
    endedAt: DateTime.nullable().describe('Null while it is open'),
    endReason: z
      .enum(['back', 'too-few-calls', 'rule-changed', 'rule-disabled', 'rule-deleted'])
      .nullable()
      .describe('`back`: the value was back for five minutes'),
    messages: z
      .array(
        z.object({
          channelName: z.string(),
          occasion: z.enum(['began', 'ended']),
          recipient: z.string().nullable().describe('The e-mail address, for e-mail'),
          state: z.enum(['waiting', 'sent', 'failed']),
          reason: z.string().nullable().describe('Why the last try failed, or what it waits for'),
        }),
      )
      .describe('What was sent to channels, at most 100'),
  })
  .meta({ id: 'Alert' });
export type Alert = z.output<typeof Alert>;

export const AlertPage = z
  .object({ alerts: z.array(Alert), metadata: PageMetadata })
  .meta({ id: 'AlertPage' });

const Hook = z
  .string()
  .max(2000)
  .refine((text) => URL.parse(text)?.protocol === 'https:' || URL.parse(text)?.protocol === 'http:', {
    error: 'must begin with https://',
  })
  .refine((text) => URL.parse(text)?.username === '' && URL.parse(text)?.hash === '', {
    error: 'must not contain a user name, a password or a fragment',
  })
  .describe('The address of the incoming webhook. Never shown again');

const Email = z.email({ error: 'must be an e-mail address such as name@example.com' }).max(254);
const channelName = z.string().trim().min(1).max(100);

export const CreateAlertChannel = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('email'), name: channelName, addresses: z.array(Email).min(1).max(20) }),
    z.strictObject({ kind: z.literal('slack'), name: channelName, url: Hook }),
    z.strictObject({ kind: z.literal('teams'), name: channelName, url: Hook }),
  ])
  .meta({ id: 'CreateAlertChannel' });
export type CreateAlertChannel = z.output<typeof CreateAlertChannel>;

export const UpdateAlertChannel = z
  .strictObject({
    name: channelName.optional(),
    addresses: z.array(Email).min(1).max(20).optional().describe('Only for `email`'),
    url: Hook.optional().describe('Only for `slack` and `teams`: the address of another incoming webhook'),
  })
  .meta({ id: 'UpdateAlertChannel' });
export type UpdateAlertChannel = z.output<typeof UpdateAlertChannel>;

export const AlertChannel = z
  .object({
    alertChannelId: z.string(),
    kind: z.enum(['email', 'slack', 'teams']).describe('More kinds may be added'),
    name: z.string(),
    target: z
      .string()
      .describe('The addresses, or the host and the last four characters of the incoming webhook'),
    problem: z
      .string()
      .nullable()
      .describe('Why nothing can be sent to the channel: the installation has lost its mail server'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'AlertChannel' });
export type AlertChannel = z.output<typeof AlertChannel>;

export const AlertChannelPage = z
  .object({ alertChannels: z.array(AlertChannel), metadata: PageMetadata })
  .meta({ id: 'AlertChannelPage' });

export const ChannelTest = z
  .object({
    ok: z.boolean(),
    message: z.string().describe('What was sent, or why it was not'),
  })
  .meta({ id: 'AlertChannelTest' });
export type ChannelTest = z.output<typeof ChannelTest>;

export const TriedRule = z
  .object({
    from: DateTime,
    to: DateTime,
    stepMinutes: z.int(),
    readings: z.array(
      z.object({
        at: DateTime,
        value: z.number().nullable(),
        sample: z.int(),
        limit: z.number().nullable(),
      }),
    ),
    alerts: z
      .array(z.object({ beganAt: DateTime, endedAt: DateTime.nullable(), worst: z.number() }))
      .describe('The alerts that the rule would have raised'),
  })
  .meta({ id: 'TriedAlertRule' });
export type TriedRule = z.output<typeof TriedRule>;
