import { z } from 'zod';
import { DateTime, FreeObject, PageMetadata } from '../../platform/http/index.ts';
import { phoneNumberTextMax } from '../../platform/kernel/index.ts';
import { CallCost } from '../prices/index.ts';
import { TimeZoneName } from '../schedules/index.ts';
import { AnsweredBy } from './answered-by.ts';
import { CallLatency, CallTurn, CallUsage } from './latency-schemas.ts';
import { CallQuality } from './quality-schemas.ts';
import { callTypes, endedReasons, enders, shownStatuses } from './state.ts';

export const TranscriptEntry = z
  .object({
    role: z.enum(['bot', 'user', 'tool', 'system', 'agent']),
    message: z.string(),
    secondsFromStart: z
      .number()
      .describe(
        'Seconds since the call was answered, from the RTP position. Entries are in this order, a cause before its effect',
      ),
    time: DateTime,
    endTime: DateTime,
    duration: z.number().describe('Seconds'),
    name: z.string().optional(),
    result: FreeObject.optional(),
    toolCall: FreeObject.optional(),
    notUnderstood: z
      .boolean()
      .optional()
      .describe(
        'True for speech of the customer of which the transcriber returned no words. `message` is then empty. Absent in other entries',
      ),
    confidence: z
      .number()
      .optional()
      .describe(
        "How sure the transcriber was of the customer's words, from 0 to 1. Absent when it reports nothing",
      ),
    agentId: z
      .string()
      .optional()
      .describe('The agent that spoke or used the tool, in a call with several agents. Absent in others'),
    agentVersion: z.int().nullable().optional().describe('The version of that agent; null for a draft'),
  })
  .meta({ id: 'CallTranscriptEntry' });
export type TranscriptEntry = z.output<typeof TranscriptEntry>;

const Qa = z
  .object({
    overallPassed: z.boolean().describe('Whether every rubric holds. True when the agent has none'),
    sentiment: z.string(),
    rubricOutcomes: FreeObject,
  })
  .meta({ id: 'CallQa' });

export const Call = z
  .object({
    callId: z.string(),
    agentId: z.string().describe('The agent with which the call begins; it may hand the call over to others'),
    agentVersion: z
      .int()
      .nullable()
      .describe('The published version of that agent that the call runs; null until it is dialed'),
    createdAt: DateTime,
    status: z.enum(shownStatuses),
    type: z.enum(callTypes),
    campaignId: z.string().nullable(),
    campaignName: z.string().nullable(),
    attempt: z.int().describe('1 for the first. Each retry is a call record of its own'),
    priority: z
      .int()
      .nullable()
      .describe(
        'From 1 to 9. Of the due calls of a campaign those with a higher priority are dialed first. Null for inbound calls',
      ),
    dueAt: DateTime.nullable().describe(
      'Queued calls: when the dialer looks at the call next. Null: as soon as its trunk has room',
    ),
    startedAt: DateTime.nullable().describe('When the call was answered'),
    recordingUrl: z.string().nullable(),
    endedAt: DateTime.nullable(),
    endedBy: z.enum(enders).nullable(),
    customerNumber: z.string(),
    timeZone: z
      .string()
      .nullable()
      .describe('The time zone of the customer that the call names. Null: it follows from the number'),
    endedReason: z.enum(endedReasons).nullable(),
    sipCode: z.int().nullable().describe('The final SIP status that ended an attempt'),
    sipReason: z.string().nullable(),
    summary: z.string().nullable(),
    analysis: FreeObject.nullable(),
    analysisAgentVersion: z
      .int()
      .nullable()
      .describe(
        'The version of the agent behind summary, `analysis` and `qa`: that of the call, or of a later analysis. Null without an analysis',
      ),
    transcript: z.array(TranscriptEntry),
    turns: z.array(CallTurn).describe('The latency ledger: where each step of each turn lies'),
    latency: CallLatency.nullable().describe('How long the caller waited. Null without a conversation'),
    usage: z.array(CallUsage).describe('The usage of the providers and the line'),
    cost: CallCost.nullable().describe(
      'The cost of `usage`, once the call has ended. Null when nothing was used, or the organization had no prices then (`/api/organization/prices`)',
    ),
    quality: CallQuality.nullable().describe(
      'The quality of the audio. Null until the call is over, and for unanswered calls',
    ),
    answeredBy: AnsweredBy.nullable().describe(
      'What answered: a person, a machine or a menu. Null unless the agent has `conversation.answerDetection` on',
    ),
    url: z.string().describe('Where this call can be read'),
    callVariables: FreeObject,
    sessionVariables: FreeObject.describe(
      'The last session data of the call. The record keeps it after it has expired for lookups. `{}` when none was written',
    ),
    qa: Qa.nullable(),
    phoneNumber: z
      .string()
      .describe(
        "The organization's number. With local presence, the number that the call is made from. Empty for a call from a web page",
      ),
    phoneNumberId: z.string().describe('Empty for a call from a web page'),
    requestedPhoneNumberId: z.string().describe('The requested number'),
    trunkId: z
      .string()
      .nullable()
      .describe(
        'The trunk of the call, or of its last attempt to dial. Null before, and for a call from a web page',
      ),
    campaignParentCallIds: z.array(z.string()).describe('The earlier attempts, first one first'),
    transferDestination: z.string().nullable(),
    externalId: z.string().nullable(),
    tags: z.array(z.string()).describe('The labels that members gave to the call, in alphabetical order'),
  })
  .meta({ id: 'Call' });
export type Call = z.output<typeof Call>;

export const CallPage = z.object({ calls: z.array(Call), metadata: PageMetadata }).meta({ id: 'CallPage' });

export const CallLookup = z
  .object({
    data: FreeObject.nullable().describe('The latest session data that has not expired, or null'),
    ttl: z.int().nullable().describe('Seconds until it expires, rounded up'),
    latestCall: Call.nullable(),
  })
  .meta({ id: 'CallLookup' });
export type CallLookup = z.output<typeof CallLookup>;

export const PlaceCall = z
  .strictObject({
    phoneNumber: z
      .string()
      .min(1)
      .max(phoneNumberTextMax)
      .describe(
        'The number to call: international, or in the national format of the country of the caller id',
      ),
    phoneNumberId: z.string().describe("The organization's number used as caller id"),
    variables: FreeObject.default({}),
    priority: z
      .int()
      .min(1)
      .max(9)
      .default(5)
      .describe('Calls without a campaign are dialed in the order of priority, higher ones first'),
    timeZone: TimeZoneName.nullish().describe(
      'The time zone of the customer: an IANA name, in any case. It replaces the time zone of the number, for example for calling hours',
    ),
  })
  .meta({ id: 'PlaceCall' });
export type PlaceCall = z.output<typeof PlaceCall>;

export const SessionData = z
  .strictObject({ data: FreeObject, ttlSeconds: z.int().min(1).max(86_400).default(180) })
  .meta({ id: 'CallSessionData' });
export type SessionData = z.output<typeof SessionData>;

export const SessionDataStored = z
  .object({ callId: z.string(), data: FreeObject, ttlSeconds: z.int(), expiresAt: DateTime })
  .meta({ id: 'StoredCallSessionData' });

/** The kinds of decisions about a call. */
export const decisionKinds = [
  'queued',
  'held',
  'dialed',
  'ringing',
  'answered',
  'received',
  'retried',
  'refused',
  'ended',
  'canceled',
  'noted',
] as const;

export const Why = z
  .object({
    callId: z.string(),
    status: z.enum(shownStatuses),
    decisions: z.array(
      z.object({
        at: DateTime,
        decision: z.enum(decisionKinds),
        reason: z.string().describe('Stable and machine-readable'),
        message: z.string(),
        until: DateTime.nullable()
          .optional()
          .describe(
            'Holds: when the hold ended, or will end as far as that is known. Null while it lasts. Absent for other decisions',
          ),
      }),
    ),
  })
  .meta({ id: 'CallWhy' });
export type Why = z.output<typeof Why>;
export const RecordingPause = z
  .object({ callId: z.string(), paused: z.boolean() })
  .meta({ id: 'CallRecordingPause' });
export type RecordingPause = z.output<typeof RecordingPause>;

export type Decision = Why['decisions'][number]['decision'];
