import { z } from 'zod';
import { DateTime, FreeObject } from '../../platform/http/index.ts';

const id = z.string();
const instant = DateTime.nullable();

const callType = z.enum(['inboundPhoneCall', 'outboundPhoneCall', 'webCall']);
const call = {
  callId: id,
  type: callType,
  agentId: id,
  campaignId: id.nullable(),
  customerNumber: z.string().describe("The other party's number, usually E.164"),
  attempt: z.int().describe('1 for the first attempt; a retry is a call of its own'),
  createdAt: DateTime,
};
const line = {
  agentVersion: z.int().nullable(),
  phoneNumber: z.string().describe("The organization's own number"),
  phoneNumberId: id,
  trunkId: id.nullable(),
  externalId: z.string().nullable(),
};
const earlier = z.array(id).describe('The earlier attempts, first one first');

const campaign = z.object({
  campaignId: id,
  agentId: id,
  name: z.string(),
  status: z.enum(['running', 'paused', 'ended']),
  maxConcurrentCalls: z.int().nullable(),
  weight: z.int(),
  endAt: instant,
  createdAt: DateTime,
  endedAt: instant,
});

const chat = z.object({
  chatId: id,
  agentId: id,
  customerUniqueId: z.string(),
  status: z.enum(['active', 'handedOff', 'ended', 'abandoned']),
  messageCount: z.int(),
  createdAt: DateTime,
  endedAt: instant,
});

const alert = z.object({
  alertId: id,
  alertRuleId: id,
  name: z.string().describe('The name of the rule'),
  summary: z.string().describe('Why it began or ended, in a sentence'),
  measure: z.string(),
  agentId: id.nullable(),
  campaignId: id.nullable(),
  value: z.number().describe('When it began'),
  limit: z.number(),
  worst: z.number(),
  beganAt: DateTime,
  endedAt: instant,
  endReason: z.string().nullable(),
  url: z.string().describe('The alert in the console'),
});

const run = z.object({
  workflowRunId: id,
  workflowId: id,
  version: z.int().nullable(),
  status: z.string(),
  reason: z.string().nullable().describe('The reason for the status, in words'),
  parentRunId: id.nullable().describe('The run that started it'),
  failedStep: z.string().nullable(),
  createdAt: DateTime,
  endedAt: instant,
});

const stageChange = {
  from: z.string().nullable().describe('The stage before; null at the beginning'),
  to: z.string(),
  why: z
    .enum([
      'start',
      'choice',
      'when',
      'keys',
      'phrases',
      'silence',
      'failure',
      'tool',
      'dialogue',
      'values',
      'unheard',
      'member',
    ])
    .describe(
      '`choice`: the model chose the stage. `when`: a condition holds. `tool`: the model called a tool of the stage. `unheard`: back, because the customer had not heard the answer. `member`: a member moved the conversation there',
    ),
  detail: z.string().nullable().describe('The choice, the condition, the keys, or the tool'),
  values: FreeObject.describe('The variables that were found out with it'),
};

const agentChange = {
  fromAgentId: id,
  fromAgentVersion: z.int().nullable().describe('Null for a draft'),
  toAgentId: id,
  toAgentVersion: z.int().nullable(),
  isReturn: z.boolean().describe('Whether the agent gets back what it had handed over'),
  reason: z.string().nullable().describe('In the words of the agent that handed over'),
};

const teamCall = z.object({
  teamCallId: id,
  teamId: id,
  callId: id,
  campaignId: id.nullable().describe('The campaign that dialed the call for the team; null for a transfer'),
  memberId: id.nullable().describe('At whom it rings, or who took it'),
  outcome: z
    .enum(['answered', 'abandoned', 'timed-out', 'no-members', 'failed'])
    .nullable()
    .describe('Null before the end'),
  waitingSince: DateTime,
  answeredAt: instant,
  endedAt: instant,
});

/** The `data` of each event type. Fields may be added within 1.x and are never removed. */
export const eventData = {
  'call.queued': z.object({
    ...call,
    requestedPhoneNumberId: id,
    campaignParentCallIds: earlier,
    priority: z.int(),
  }),
  'call.started': z.object({ ...call, ...line, startedAt: DateTime }),
  'call.ended': z.object({
    ...call,
    ...line,
    status: z.enum(['ended', 'canceled']),
    campaignParentCallIds: earlier,
    startedAt: instant.describe('When it was answered; null: not answered'),
    endedAt: DateTime,
    endedBy: z.string().nullable(),
    endedReason: z.string().nullable(),
    sipCode: z.int().nullable(),
    sipReason: z.string().nullable(),
    answeredBy: FreeObject.nullable(),
    transferDestination: z.string().nullable(),
    hasRecording: z.boolean(),
  }),
  'call.analyzed': z.object({
    callId: id,
    agentId: id,
    campaignId: id.nullable(),
    status: z.enum(['done', 'failed']),
    agentVersion: z.int().nullable().describe('The agent version behind the results; null: no results'),
    summary: z.string().nullable(),
    analysis: FreeObject.nullable(),
    qa: z.unknown(),
  }),
  'call.agentChanged': z.object({ callId: id, ...agentChange }),
  'call.stageEntered': z.object({ callId: id, agentId: id, ...stageChange }),
  'teamCall.waiting': teamCall,
  'teamCall.ringing': teamCall,
  'teamCall.answered': teamCall,
  'teamCall.abandoned': teamCall,
  'teamCall.unanswered': teamCall,
  'teamCall.ended': teamCall,
  'campaign.created': campaign,
  'campaign.updated': campaign,
  'campaign.paused': campaign,
  'campaign.resumed': campaign,
  'campaign.ended': campaign,
  'campaign.importCompleted': z.object({
    importId: id,
    campaignId: id,
    rowsRead: z.int(),
    rowsAccepted: z.int(),
    rowsRefused: z.int(),
    createdAt: DateTime,
    completedAt: DateTime,
  }),
  'chat.created': chat,
  'chat.message': z.object({
    chatId: id,
    messageId: id,
    position: z.int().describe('1 for the first message of the chat'),
    role: z.enum(['user', 'bot', 'tool', 'agent']),
    content: z.string().nullable(),
    agentName: z.string().nullable(),
    toolName: z.string().nullable(),
    createdAt: DateTime,
  }),
  'chat.agentChanged': z.object({ chatId: id, ...agentChange }),
  'chat.stageEntered': z.object({ chatId: id, agentId: id, ...stageChange }),
  'chat.handedOff': chat,
  'chat.handedBack': chat,
  'chat.ended': chat,
  'chat.abandoned': chat,
  'workflow.run.created': run,
  'workflow.run.completed': run,
  'workflow.run.failed': run,
  'workflow.run.canceled': run,
  'workflow.run.unpublished': run,
  'personalization.consumed': z.object({
    pushId: id,
    phoneNumber: z.string(),
    callId: id.describe('The call that used it'),
    pushedAt: DateTime,
    consumedAt: DateTime,
  }),
  'suppression.added': z.object({
    suppressionId: id,
    phoneNumber: z.string(),
    source: z.enum(['api', 'call', 'chat', 'import']),
    reason: z.string().nullable(),
    callId: id.nullable(),
    createdBy: z.string().nullable(),
    createdAt: DateTime,
  }),
  'alert.began': alert,
  'alert.ended': alert,
  'webhookEndpoint.disabled': z.object({
    webhookEndpointId: id,
    url: z.string(),
    reason: z.enum(['failing', 'gone']).describe('`gone`: it answered 410'),
    failingSince: instant,
    disabledAt: DateTime,
  }),
  'database.failedOver': z.object({
    since: DateTime.describe('Everything that was acknowledged before this time is there'),
    until: DateTime.describe('When the failover was noticed'),
    timeline: z.int().describe('The timeline of the database from now on'),
    callsWrittenBack: z.int().describe('Calls whose lost record was written again'),
    callsUnknown: z
      .int()
      .describe('Calls that ended as `unknown-outcome`, because they were or may have been dialed'),
    missingCallIds: z.array(id).describe('Dialed or answered calls whose record is gone, up to 100'),
  }),
  'audit.entry': z.object({
    auditLogId: z.uuid(),
    memberId: z.string(),
    memberName: z.string().nullable(),
    memberEmail: z.string().nullable(),
    actionVerb: z.string(),
    resourceType: z.string(),
    resourceReferenceId: z.string().nullable(),
    resourceLabel: z.string().nullable(),
    requestId: z.string(),
    createdAt: DateTime,
  }),
} satisfies Record<string, z.ZodType>;

export type EventType = keyof typeof eventData;

export const eventTypes = Object.keys(eventData) as [EventType, ...EventType[]];

/** The `data` of an event type. */
export type EventData<Type extends EventType> = z.output<(typeof eventData)[Type]>;

/** When each event is stored, for the documentation. */
export const eventSummaries: Record<EventType, string> = {
  'call.queued': 'A call was queued, including as a retry',
  'call.started': 'A call was answered: by the customer, or by the agent',
  'call.ended': 'A call ended, answered or not',
  'call.analyzed':
    "A call's summary, structured data and rubrics are available, or the analysis failed (`failed`)",
  'call.agentChanged': 'An agent handed a call over to another one',
  'call.stageEntered': "A call entered a stage of its agent's flow",
  'teamCall.waiting': 'A call began to wait for a team, or waits again because a member did not take it',
  'teamCall.ringing': 'A call of a team rings at a member',
  'teamCall.answered': 'A member took a call of a team',
  'teamCall.abandoned': 'A caller hung up while waiting for a team',
  'teamCall.unanswered': 'No member took a call of a team, so its fallback followed',
  'teamCall.ended': 'A member finished a call of a team',
  'campaign.created': 'The first call of a campaign was queued',
  'campaign.updated': 'The cap, weight or end of a campaign changed',
  'campaign.paused': 'A campaign was paused',
  'campaign.resumed': 'A paused campaign was resumed',
  'campaign.ended': 'A campaign was ended, or its end time passed',
  'campaign.importCompleted': 'Every row of a call file was queued or refused',
  'chat.created': 'A chat started',
  'chat.message': 'A message was added to a chat',
  'chat.agentChanged': 'An agent handed a chat over to another one',
  'chat.stageEntered': "A chat entered a stage of its agent's flow",
  'chat.handedOff': 'A person took over a chat',
  'chat.handedBack': 'The agent took a chat back',
  'chat.ended': 'A chat was ended',
  'chat.abandoned': 'The customer of a chat stopped writing',
  'workflow.run.created': 'A workflow was triggered',
  'workflow.run.completed': 'A workflow run ended',
  'workflow.run.failed': 'A step of a run failed permanently',
  'workflow.run.canceled': 'A run was canceled',
  'workflow.run.unpublished': 'A workflow without a published version was triggered',
  'personalization.consumed': 'An inbound call used the personalization pushed for its number',
  'suppression.added': 'A number was suppressed',
  'alert.began': 'A rule on calls raised an alert',
  'alert.ended': 'An alert ended',
  'webhookEndpoint.disabled': 'A webhook endpoint was disabled because it keeps failing or answered 410',
  'database.failedOver':
    'The database failed over to a copy that may lack changes which were acknowledged shortly before',
  'audit.entry': 'A change was recorded in the audit log',
};
