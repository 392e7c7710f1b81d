import { z } from 'zod';
import { DateTime, FreeObject, PageMetadata } from '../../platform/http/index.ts';
import { e164Problem } from '../../platform/kernel/index.ts';
import { Circuit } from '../circuits/index.ts';
import { TimeZoneName } from '../schedules/index.ts';

const id = (what: string) => z.string().min(1).max(64).describe(`ID of the ${what}`);

/** The body of the documented operation. Unknown fields are ignored. */
export const CampaignCall = z
  .object({
    campaignName: z
      .string()
      .refine((name) => [...name].length >= 1 && [...name].length <= 40, {
        error: 'must have 1 to 40 characters',
      })
      .refine((name) => name.trim() !== '', { error: 'must not be white space alone' })
      .meta({ minLength: 1, maxLength: 40, description: 'Name of the campaign' }),
    scheduleId: id('schedule to use'),
    phoneNumber: z
      .string()
      .regex(/^\+[1-9]\d{1,14}$/, { error: e164Problem })
      .describe('The customer to call, strictly E.164'),
    phoneNumberId: id("organization's phone number used as caller id"),
    variables: FreeObject.describe(
      "Every variable that the agent's prompt requires. Other variables are kept",
    ),
    timeZone: TimeZoneName.nullish().describe(
      'The time zone of the customer: an IANA name, in any case. It replaces the time zone of the number in the schedule (`customer`), in calling hours and for retries',
    ),
    callRetryConfigId: id('retry configuration used for failed calls').nullish(),
    localPresenceEnabled: z
      .boolean()
      .nullish()
      .describe(
        "Match customer area codes; default false. The call is made from the organization's number with `localPresence` whose area code is the customer's, else one of the same state, else of a bordering state, else from `phoneNumberId`; numbers at their `maxCallsPerDay` are passed over",
      ),
    maxConcurrentCalls: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .nullish()
      .describe("Cap of the campaign; at most the organization's maxConcurrentCalls"),
    endCampaignAt: z
      .int()
      .min(1, { error: 'must be in the future' })
      .max(253_402_300_799_999, { error: 'must be a Unix timestamp in milliseconds before the year 10000' })
      .nullish()
      .describe('Unix timestamp in milliseconds, in the future'),
    priority: z
      .int()
      .min(1)
      .max(9)
      .nullish()
      .describe('Calls of a campaign are dialed in the order of priority, higher ones first. Default 5'),
  })
  .meta({ id: 'CampaignCall' });
export type CampaignCall = z.output<typeof CampaignCall>;

export const CampaignCallQueued = z
  .object({ message: z.string(), callId: z.string(), campaignId: z.string() })
  .meta({ id: 'CampaignCallQueued' });
export type CampaignCallQueued = z.output<typeof CampaignCallQueued>;

/** The calls that one batch may hold. */
const batchCallsMax = 10_000;

const defaults = CampaignCall.partial();

/**
 * Each row is parsed by itself, so that a wrong row refuses only itself. The API description shows its fields all the
 * same.
 */
const BatchCall = z.unknown().meta({
  type: 'object',
  description: 'A call: the fields of CampaignCall, except those in `defaults`',
  properties: batchCallProperties(),
});

function batchCallProperties(): Record<string, never> {
  return z.toJSONSchema(defaults, { io: 'input', unrepresentable: 'any' }).properties as Record<
    string,
    never
  >;
}

export const CampaignCallBatch = z
  .object({
    defaults: defaults
      .nullish()
      .describe('The values that the calls share. The values of a call win; variables are merged'),
    calls: z.array(BatchCall).min(1).max(batchCallsMax),
  })
  .meta({
    id: 'CampaignCallBatch',
    examples: [
      {
        defaults: {
          campaignName: 'Spring',
          scheduleId: 'schedule_01kb3v5x2m0000000000000000',
          phoneNumberId: 'number_01kb3v5x2m0000000000000000',
        },
        calls: [
          { phoneNumber: '+12125550123', variables: { firstName: 'Ada' } },
          { phoneNumber: '+12125550124', variables: { firstName: 'Bo' } },
        ],
      },
    ],
  });
export type CampaignCallBatch = z.output<typeof CampaignCallBatch>;

const index = z.int().describe('The position of the call in the request, from 0');

export const CampaignCallBatchQueued = z
  .object({
    accepted: z.int().describe('Calls that were queued'),
    refused: z.int(),
    results: z
      .array(
        z.union([
          z.object({ index, callId: z.string(), campaignId: z.string() }),
          z.object({
            index,
            error: z.string().describe('`<field>: <message>`'),
            details: z.array(z.object({ field: z.string(), message: z.string() })),
          }),
        ]),
      )
      .describe('One result for each call, in order'),
  })
  .meta({ id: 'CampaignCallBatchQueued' });
export type CampaignCallBatchQueued = z.output<typeof CampaignCallBatchQueued>;
export type BatchResult = CampaignCallBatchQueued['results'][number];

export const CampaignRedial = z
  .object({
    callsQueued: z.int(),
    hasMore: z.boolean().describe('Whether other calls of the campaign have an unknown outcome'),
  })
  .meta({ id: 'CampaignRedial' });
export type CampaignRedial = z.output<typeof CampaignRedial>;

const defaultId = (what: string) => z.string().min(1).max(64).nullable().describe(what);

export const CallDefaults = z
  .strictObject({
    scheduleId: defaultId('The schedule'),
    phoneNumberId: defaultId('The caller id'),
    callRetryConfigId: defaultId('The retry configuration'),
  })
  .meta({
    id: 'CallDefaults',
    description:
      'What calls of an imported file use unless the request or the row says otherwise. Null for nothing',
  });
export type CallDefaults = z.output<typeof CallDefaults>;

export const campaignStatuses = ['running', 'paused', 'ended'] as const;

export const dialingModes = ['agent', 'progressive', 'predictive'] as const;

const dialingFields = {
  mode: z
    .enum(dialingModes)
    .describe(
      '`agent`: the agent takes the answered calls. `progressive`: members of a team take them, and one call is dialed for each free member. `predictive`: the same, and calls are dialed ahead within `maxAbandonment`',
    ),
  teamId: z.string().min(1).max(64).nullable().describe('The team. Null in the mode `agent`'),
  maxAbandonment: z
    .number()
    .min(0.001)
    .max(0.2)
    .describe(
      'The greatest share of the calls answered by people that no member takes within 2 s, over periods of 30 days. The agent carries those calls. 0.03 by default',
    ),
};

export const CampaignDialing = z
  .strictObject({
    mode: dialingFields.mode,
    teamId: dialingFields.teamId.default(null),
    maxAbandonment: dialingFields.maxAbandonment.default(0.03),
  })
  .refine(({ mode, teamId }) => (mode === 'agent') === (teamId === null), {
    path: ['teamId'],
    error: 'must name a team in the modes progressive and predictive, and be null in the mode agent',
  })
  .meta({ id: 'CampaignDialing', description: 'Who takes the answered calls' });
export type CampaignDialing = z.output<typeof CampaignDialing>;

const daytimeOnly =
  "Whether calls are dialed only between 8:00 and 21:00 on the customer's clock, also when the schedule is open at other times";

const fields = {
  campaignId: z.string(),
  agentId: z.string(),
  name: z.string(),
  status: z.enum(campaignStatuses),
  hasStarted: z
    .boolean()
    .describe('False for a campaign that was created `paused` and that was not resumed yet'),
  maxConcurrentCalls: z.int().nullable(),
  weight: z
    .int()
    .describe(
      'Campaigns of an organization take turns: a weight of 3 gets three calls for each call of a weight of 1',
    ),
  endCampaignAt: z.int().nullable().describe('Unix timestamp in milliseconds'),
  endedAt: DateTime.nullable(),
  callDefaults: CallDefaults,
  daytimeOnly: z.boolean().describe(daytimeOnly),
  dialing: z.object(dialingFields).describe('Who takes the answered calls'),
  createdAt: DateTime,
  updatedAt: DateTime,
};

export const Campaign = z.object(fields).meta({ id: 'Campaign' });
export type Campaign = z.output<typeof Campaign>;

const changeable = {
  maxConcurrentCalls: z
    .int()
    .min(1)
    .max(2_147_483_647)
    .nullable()
    .describe("At most the organization's maxConcurrentCalls. Null for no cap of its own"),
  weight: z
    .int()
    .min(1)
    .max(100)
    .describe('How many turns the campaign gets relative to other campaigns. Default 1'),
  callDefaults: CallDefaults.partial().describe('Changes the given values'),
  daytimeOnly: z.boolean().describe(`${daytimeOnly}. False by default`),
  dialing: CampaignDialing,
};

export const CreateCampaign = z
  .strictObject({
    name: CampaignCall.shape.campaignName,
    agentId: id('agent that makes the calls'),
    ...z.object(changeable).partial().shape,
    endCampaignAt: CampaignCall.shape.endCampaignAt,
    status: z
      .enum(['running', 'paused'])
      .optional()
      .describe('A `paused` campaign holds its calls until it is resumed. Default `running`'),
  })
  .meta({ id: 'CreateCampaign' });
export type CreateCampaign = z.output<typeof CreateCampaign>;

export const UpdateCampaign = z.strictObject(changeable).partial().meta({ id: 'UpdateCampaign' });
export type UpdateCampaign = z.output<typeof UpdateCampaign>;

export const CampaignCustomers = z
  .object({
    total: z.int().describe('Calls without further attempts: each stands for a customer'),
    reached: z.int().describe('Customers who were connected'),
    waiting: z.int().describe('Customers with a call that is not over'),
    givenUp: z.int().describe('Customers who were not reached, and are not called again'),
  })
  .describe('The customers of the campaign. A number that was queued twice counts as two');

export const campaignState = z
  .enum(['not-started', 'no-calls', 'running', 'done', 'done-none-reached', 'paused', 'ended'])
  .describe(
    'The state as people see it: `status`, except that a paused campaign that was never resumed is `not-started`, and a running one is `no-calls` before its first call, `done` when nothing is left to dial, and `done-none-reached` when besides no customer was reached',
  );

const progress = {
  customers: CampaignCustomers,
  isDone: z
    .boolean()
    .describe('Nothing is left to dial. A running campaign that is done dials again when it gets more calls'),
  state: campaignState,
};
export type CampaignProgress = z.output<z.ZodObject<typeof progress>>;

export const CampaignHold = z
  .object({
    reason: z.string().describe('Stable and machine-readable, as `GET /api/calls/{callId}/why` reports it'),
    message: z.string().describe('The reason in words, for one of the calls'),
    calls: z.int().describe('The queued calls with this reason, of the first 5,000 of the queue'),
    isMore: z.boolean().describe('Whether the queue has more than 5,000 calls'),
    until: DateTime.nullable().describe(
      'When the first of these calls is due or checked again. Null when that is not known',
    ),
    since: DateTime.nullable().describe(
      'Since when a limit is reached (`organization-limit`, `campaign-limit`), or dialing is switched off. Null for other reasons',
    ),
    barriers: z
      .array(
        z.object({
          reason: z
            .string()
            .describe(
              'As `reason` of the hold. `daytime-only` for the hours of the campaign, `calling-hours` for those of the calling rules',
            ),
          message: z.string(),
          scheduleId: z.string().nullable().describe('The closed schedule; null for other reasons'),
        }),
      )
      .describe('Everything that forbids some of the calls now, with closed hours behind another reason'),
  })
  .meta({ id: 'CampaignHold' });
export type CampaignHold = z.output<typeof CampaignHold>;

export const CampaignDetail = z
  .object({
    ...fields,
    circuit: Circuit.describe(
      'Opens when too many attempts fail. An open circuit holds the calls of the campaign',
    ),
    counts: z.object({
      byStatus: FreeObject.describe('Calls by status'),
      byOutcome: FreeObject.describe('Ended calls by endedReason'),
    }),
    ...progress,
    hold: CampaignHold.nullable().describe(
      'Why most queued calls of a running campaign are not dialed now. For a campaign that has not started: why queued calls would not be dialed if it started now. Null when they are dialed in turn',
    ),
  })
  .meta({ id: 'CampaignDetail' });
export type CampaignDetail = z.output<typeof CampaignDetail>;

/** A campaign in a list. */
const ListedCampaign = z
  .object({
    ...fields,
    calls: z.object({
      total: z.int().describe('All calls, with retries'),
      ended: z.int().describe('Calls that have ended or were canceled'),
    }),
    ...progress,
  })
  .meta({ id: 'ListedCampaign' });
export type ListedCampaign = z.output<typeof ListedCampaign>;

export const CampaignPage = z
  .object({ campaigns: z.array(ListedCampaign), metadata: PageMetadata })
  .meta({ id: 'CampaignPage' });
