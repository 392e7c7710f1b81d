import { z } from 'zod';
import {
  createdAtParameters,
  DateTimeParameter,
  listParameter,
  pageParameters,
} from '../../platform/http/index.ts';
import { TimeZoneName } from '../schedules/index.ts';
import { AnsweredBy } from './answered-by.ts';
import { callTypes, endedReasons, rubricResults, shownSentiments, shownStatuses } from './state.ts';
import { CallTag, tagsMax } from './tag-schemas.ts';

const once = { error: 'must be given once' };

/** A list of values of a closed list. */
function anyOf<const Value extends string>(values: readonly Value[]) {
  return listParameter(z.array(z.enum(values)).min(1).max(values.length));
}

/** `true` or `false`. */
function flagParameter() {
  return z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .meta({ type: 'boolean' });
}

/** The outcomes of a wait for a team. */
export const teamResults = ['answered', 'abandoned', 'unanswered', 'missed'] as const;

/** A number of at most 3 decimal places in a query string. */
function secondsParameter() {
  const words = 'must be seconds from 0 to 1000000, with at most 3 decimal places';
  return z
    .string(once)
    .regex(/^\d{1,6}(\.\d{1,3})?$/, { error: words })
    .transform(Number)
    .meta({ type: 'number', minimum: 0 });
}

/** An amount of money: decimal digits, which are compared exactly. */
function amountParameter() {
  return z
    .string(once)
    .regex(/^\d{1,9}(\.\d{1,12})?$/, { error: 'must be an amount such as 0.25' })
    .meta({ type: 'string' });
}

/** The filters that only calls which were dialed or answered can match. */
const factParameters = {
  endedAtGt: DateTimeParameter.optional().describe('Only calls that ended after this instant'),
  endedAtLt: DateTimeParameter.optional().describe('Only calls that ended before this instant'),
  endedReason: anyOf(endedReasons).optional().describe('Only calls that ended for one of these reasons'),
  answeredBy: anyOf(AnsweredBy.shape.kind.options)
    .optional()
    .describe('Only calls that one of these answered, as answer detection found'),
  durationGte: secondsParameter()
    .optional()
    .describe('Only calls of at least so many seconds from answer to end'),
  durationLte: secondsParameter().optional().describe('Only answered calls of at most so many seconds'),
  hasConversation: flagParameter()
    .optional()
    .describe('`true`: only calls with a conversation, which have response times. `false`: only others'),
  responseGte: secondsParameter()
    .optional()
    .describe('Only calls whose longest response took at least so many seconds'),
  responseLte: secondsParameter()
    .optional()
    .describe('Only calls whose longest response took at most so many seconds'),
  retried: flagParameter()
    .optional()
    .describe('`true`: only calls after which a further attempt was queued. `false`: only others'),
  sentiment: anyOf(shownSentiments).optional().describe('Only calls whose analysis found one of these'),
  rubric: z
    .string(once)
    .min(1)
    .max(200)
    .optional()
    .describe('Only calls that were judged by the rubric of this name'),
  rubricResult: z
    .enum(rubricResults)
    .optional()
    .describe('Only calls with this result of `rubric`. Without `rubric`: of any rubric'),
  agentVersion: z
    .string(once)
    .regex(/^(0|[1-9]\d{0,8})$/, { error: 'must be an integer from 0' })
    .transform(Number)
    .optional()
    .meta({ type: 'integer', minimum: 0 })
    .describe(
      'Only calls that ran this version of the agent; needs an agent. 0: calls that ran no published version',
    ),
  trunkId: z.string(once).min(1).optional().describe('Only calls over this trunk. `none`: calls without one'),
  createdHour: z
    .string(once)
    .regex(/^(1?\d|2[0-3])$/, { error: 'must be an hour from 0 to 23' })
    .transform(Number)
    .optional()
    .meta({ type: 'integer', minimum: 0, maximum: 23 })
    .describe('Only calls that were created in this hour of the day, in `timeZone`'),
  stage: z
    .string(once)
    .min(1)
    .max(200)
    .optional()
    .describe('Only calls that reached the stage of this name in a flow'),
  costGte: amountParameter()
    .optional()
    .describe('Only calls whose `cost.total` is at least this amount, whatever its currency'),
  costLte: amountParameter().optional().describe('Only calls whose `cost.total` is at most this amount'),
  teamId: z
    .string(once)
    .min(1)
    .max(100)
    .optional()
    .describe('Only calls that waited for a member of this team'),
  teamResult: z
    .enum(teamResults, once)
    .optional()
    .describe(
      'Needs `teamId`. `answered`: a member took the call. `abandoned`: the caller hung up. `unanswered`: the fallback followed. `missed`: `teamMemberId` did not take it',
    ),
  teamMemberId: z
    .string(once)
    .min(1)
    .max(100)
    .optional()
    .describe('Only calls of `teamId` that this member took, or with `teamResult=missed` did not take'),
  teamWaitedGt: DateTimeParameter.optional().describe(
    'Only calls that began to wait for `teamId` after this instant',
  ),
  dataText: z
    .string(once)
    .trim()
    .max(100)
    .regex(/[\p{L}\p{N}]{2}/u, { error: 'must have 2 letters or digits in a row' })
    .optional()
    .describe('Only calls with words in variables or extracted data that begin with these, such as a name'),
  text: z
    .string(once)
    .trim()
    .min(1)
    .max(500)
    .regex(/[\p{L}\p{N}]/u, { error: 'must have a letter or a digit' })
    .optional()
    .describe(
      'Only calls in whose transcript these words were said, by either side, ignoring case. `"in quotes"` is a phrase, `or` an alternative, and `-word` excludes a word. Words are compared whole and as they were said',
    ),
};

export const CallFilters = z.object({
  ...pageParameters,
  ...createdAtParameters,
  status: anyOf(shownStatuses).optional().describe('Only calls with one of these statuses'),
  type: z.enum(callTypes).optional(),
  agentId: z.string().optional(),
  campaignId: z.string().optional().describe('Only calls of this campaign. `none`: calls without one'),
  tag: listParameter(z.array(CallTag).min(1).max(tagsMax))
    .optional()
    .describe('Only calls that have one of these tags'),
  customerNumber: z
    .string(once)
    .max(64)
    .optional()
    .describe(
      'The number in any format (`+49 30 1234-567`, `(212) 555-0100`, `0049 30 1234567`, `030 1234567`), or its last 4 to 6 digits',
    ),
  ...factParameters,
  timeZone: TimeZoneName.optional().describe('The time zone of `createdHour`. Default: UTC'),
});
export type CallFilters = z.output<typeof CallFilters>;

/** The names of the filters that `find_calls` answers. */
export const factNames = [
  'tag',
  ...(Object.keys(factParameters) as (keyof typeof factParameters)[]),
] as const;
