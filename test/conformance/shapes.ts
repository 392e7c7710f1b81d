import type { Exchange } from './client.ts';
import { isJsonObject, type JsonObject, shorten } from './compare.ts';
import { fail } from './expect.ts';
import { isDateTime, isUuid } from './formats.ts';

/** The types of values in the field tables of the interface document. */
type Kind = 'string' | 'boolean' | 'number' | 'object' | 'array' | 'date-time' | 'uuid';

const kindTests: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  object: isJsonObject,
  array: Array.isArray,
  'date-time': (value) => typeof value === 'string' && isDateTime(value),
  uuid: (value) => typeof value === 'string' && isUuid(value),
};

/**
 * The fields of a table in the document. `!` marks required fields that are never null. Other fields may be null or
 * absent, because the document allows it or does not say.
 */
type Shape = Readonly<Record<string, Kind | `${Kind}!`>>;

export const auditEntryShape: Shape = {
  auditLogId: 'uuid!',
  memberId: 'string!',
  memberName: 'string',
  memberEmail: 'string',
  actionVerb: 'string!',
  resourceType: 'string!',
  resourceReferenceId: 'string',
  resourceLabel: 'string',
  requestId: 'string!',
  createdAt: 'date-time!',
};

const callRecordShape: Shape = {
  callId: 'string!',
  agentId: 'string',
  createdAt: 'date-time',
  status: 'string',
  type: 'string',
  campaignName: 'string',
  startedAt: 'date-time',
  recordingUrl: 'string',
  endedAt: 'date-time',
  endedBy: 'string',
  customerNumber: 'string',
  endedReason: 'string',
  summary: 'string',
  analysis: 'object',
  transcript: 'array',
  url: 'string',
  callVariables: 'object',
  sessionVariables: 'object',
  qa: 'object',
  phoneNumber: 'string',
  campaignParentCallIds: 'array',
  transferDestination: 'string',
  externalId: 'string',
};

const callTranscriptShape: Shape = {
  role: 'string',
  message: 'string',
  secondsFromStart: 'number',
  time: 'string',
  endTime: 'string',
  duration: 'number',
  name: 'string',
  result: 'object',
  toolCall: 'object',
};

const chatShape: Shape = {
  chatId: 'string!',
  agentId: 'string',
  customerUniqueId: 'string',
  createdAt: 'date-time',
  status: 'string',
  summary: 'string',
  transcript: 'object',
  chatVariables: 'object',
};

const messageShapes: Readonly<Record<string, Shape>> = {
  user: { createdAt: 'date-time!', content: 'string!' },
  bot: { createdAt: 'date-time!', content: 'string!' },
  tool: {
    createdAt: 'date-time!',
    toolCallId: 'string!',
    toolName: 'string!',
    toolArguments: 'string!',
    toolResult: 'string!',
  },
  agent: { createdAt: 'date-time!', content: 'string!', agentName: 'string!' },
};

/** Expects an object with the fields of the shape. Further fields are allowed. */
export function expectShape(
  exchange: Exchange,
  value: unknown,
  shape: Shape,
  what: string,
): asserts value is JsonObject {
  if (!isJsonObject(value)) fail(exchange, `${what} is ${shorten(value)}, not an object`);
  for (const [name, marked] of Object.entries(shape)) {
    const required = marked.endsWith('!');
    const kind = (required ? marked.slice(0, -1) : marked) as Kind;
    const field = value[name];
    if (!required && (field === undefined || field === null)) continue;
    if (!kindTests[kind](field)) fail(exchange, `${what}.${name} is ${shorten(field)}, not a ${kind}`);
  }
}

/** Expects a call record whose documented fields have their documented types. */
export function expectCallRecord(
  exchange: Exchange,
  value: unknown,
  what: string,
): asserts value is JsonObject {
  expectShape(exchange, value, callRecordShape, what);
  for (const [index, entry] of Object.entries(value.transcript ?? [])) {
    expectShape(exchange, entry, callTranscriptShape, `${what}.transcript[${index}]`);
  }
  const qa = value.qa ?? {};
  const qaShape: Shape = { overallPassed: 'boolean', sentiment: 'string', rubricOutcomes: 'object' };
  expectShape(exchange, qa, qaShape, `${what}.qa`);
  const parents = Array.isArray(value.campaignParentCallIds) ? value.campaignParentCallIds : [];
  if (!parents.every((id) => typeof id === 'string')) {
    fail(exchange, `${what}.campaignParentCallIds is not an array of strings`);
  }
}

/** Expects a chat whose messages have the fields of their roles. */
export function expectChat(exchange: Exchange, value: unknown, what: string): asserts value is JsonObject {
  expectShape(exchange, value, chatShape, what);
  if (!isJsonObject(value.transcript)) return;
  const messages = value.transcript.messages;
  if (!Array.isArray(messages)) fail(exchange, `${what}.transcript.messages is not an array`);
  for (const [index, message] of messages.entries()) {
    const place = `${what}.transcript.messages[${index}]`;
    const role = isJsonObject(message) ? message.role : undefined;
    const shape = typeof role === 'string' ? messageShapes[role] : undefined;
    if (shape === undefined) fail(exchange, `${place}.role is ${shorten(role)}, not one of the four roles`);
    expectShape(exchange, message, shape, place);
  }
}

/** Expects the response of a call data lookup: `data`, `ttl` and `latestCall`. */
export function expectLookup(exchange: Exchange): JsonObject {
  if (exchange.status !== 200) fail(exchange, `the status is ${exchange.status} instead of 200`);
  const body = exchange.json;
  expectShape(exchange, body, { data: 'object', ttl: 'number', latestCall: 'object' }, 'the body');
  if (typeof body.ttl === 'number' && !Number.isInteger(body.ttl)) fail(exchange, 'ttl is not an integer');
  if (isJsonObject(body.latestCall)) expectCallRecord(exchange, body.latestCall, 'latestCall');
  return body;
}
