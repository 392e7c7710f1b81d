import { z } from 'zod';
import {
  createdAtParameters,
  DateTime,
  FreeObject,
  integerParameter,
  listParameter,
  PageMetadata,
  pageParameters,
} from '../../platform/http/index.ts';
import { FlowStart } from '../agents/index.ts';
import { CallUsage } from '../calls/index.ts';
import { KnowledgeUse } from '../knowledge/index.ts';
import { CallCost } from '../prices/index.ts';
import { chatStatuses, openStatuses } from './state.ts';

/** More messages than any chat can have. */
const positionMax = 1_000_000;

const variablesKeysMax = 200;
const variablesBytesMax = 65_536;

const ChatVariables = FreeObject.refine((value) => Object.keys(value).length <= variablesKeysMax, {
  error: `must have at most ${variablesKeysMax} keys`,
}).refine((value) => Buffer.byteLength(JSON.stringify(value)) <= variablesBytesMax, {
  error: `must have at most ${variablesBytesMax} bytes as JSON`,
});

export const CreateChat = z
  .strictObject({
    customerUniqueId: z.string().min(1).max(255).describe('Your id of the customer'),
    chatVariables: ChatVariables.default({}).describe('Key-value pairs; at most 200 keys and 64 KB'),
    draft: z
      .boolean()
      .default(false)
      .describe(
        "Tests the agent's draft, if there is one. The chat keeps the draft as it is now. Requires the scope `agents:write`",
      ),
    flow: FlowStart.nullable()
      .default(null)
      .describe(
        "Tests the agent's flow from a stage, which is entered with the answer to the customer's first message. The agent's first message is left out. Requires the scope `agents:write`",
      ),
    agentBegins: z
      .boolean()
      .default(false)
      .describe(
        'Whether a scripted agent writes first, as it speaks first in a call: its dialogue, or the fixed text of the first stage. Its message follows within a moment. Otherwise the script begins with the answer to the first message of the customer. No effect on an agent with a first message, or whose model would answer',
      ),
  })
  .meta({ id: 'CreateChat' });
export type CreateChat = z.output<typeof CreateChat>;

export const CreateChatMessage = z
  .strictObject({
    role: z.enum(['user', 'agent']).describe('`user`: the customer; `agent`: a person of the organization'),
    content: z
      .string()
      .min(1)
      .max(16_000)
      .refine((text) => text.trim() !== '', { error: 'must not be blank' }),
    agentName: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Only with role `agent`. Default: the name of the member who owns the key'),
  })
  .refine(({ role, agentName }) => role === 'agent' || agentName === undefined, {
    path: ['agentName'],
    error: 'is only allowed with role agent',
  })
  .meta({ id: 'CreateChatMessage' });
export type CreateChatMessage = z.output<typeof CreateChatMessage>;

const createdAt = DateTime;
const said = { content: z.string(), createdAt };
const UserMessage = z.object({ role: z.literal('user'), ...said });
const writtenBy = {
  agentId: z
    .string()
    .optional()
    .describe('The agent that wrote it, in a chat that an agent has handed to another one. Absent in others'),
  agentVersion: z.int().optional().describe('The version of that agent. Absent for its draft'),
};
const BotMessage = z.object({
  role: z.literal('bot'),
  ...said,
  ...writtenBy,
  knowledge: KnowledgeUse.optional().describe(
    "What the agent's sources had for the answer. Absent when they were not searched",
  ),
});
const AgentMessage = z.object({
  role: z.literal('agent'),
  ...said,
  agentName: z.string().describe('A human agent'),
});
const ToolMessage = z.object({
  role: z.literal('tool'),
  toolCallId: z.string(),
  toolName: z.string(),
  toolArguments: z.string().describe('JSON'),
  toolResult: z.string().describe('JSON'),
  createdAt,
  ...writtenBy,
});

export const ChatMessage = z
  .discriminatedUnion('role', [UserMessage, BotMessage, ToolMessage, AgentMessage])
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.output<typeof ChatMessage>;

export const AddedChatMessage = z
  .discriminatedUnion('role', [
    UserMessage.extend({ messageId: z.string(), chatId: z.string() }),
    AgentMessage.extend({
      messageId: z.string(),
      chatId: z.string(),
      memberId: z.string().describe('The member who owns the key'),
    }),
  ])
  .meta({ id: 'AddedChatMessage' });
export type AddedChatMessage = z.output<typeof AddedChatMessage>;

export const Chat = z
  .object({
    chatId: z.string(),
    agentId: z
      .string()
      .describe('The agent with which the chat began. Its messages name the agents to which it was handed'),
    customerUniqueId: z.string(),
    createdAt,
    status: z.enum(chatStatuses),
    summary: z.string().nullable().optional().describe('null until available'),
    transcript: z.object({ messages: z.array(ChatMessage) }),
    chatVariables: FreeObject,
  })
  .meta({ id: 'Chat' });
export type Chat = z.output<typeof Chat>;

export const ChatDetails = Chat.extend({
  usage: z
    .array(CallUsage)
    .describe('The usage of models for answers (including abandoned ones) and the analysis'),
  cost: CallCost.nullable().describe(
    'The cost of that usage once the chat is over; null without usage, or when the organization had no prices (`/api/organization/prices`)',
  ),
}).meta({ id: 'ChatDetails' });
export type ChatDetails = z.output<typeof ChatDetails>;

const ChatTrial = z
  .object({
    draft: z.boolean().describe("Whether the agent's draft answers"),
    draftFlow: FreeObject.nullable().describe('The flow of that draft as it was when the chat began'),
    flow: FlowStart.nullable().describe('Where the flow began; null: at its first stage'),
  })
  .meta({ id: 'ChatTrial' });

export const ShownChat = ChatDetails.extend({
  agentVersion: z
    .int()
    .nullable()
    .describe('The version of the agent with which the chat began; null for its draft'),
  trial: ChatTrial.nullable().describe(
    'What a test chat tests: a draft, or a flow from the middle; null for other chats',
  ),
  customerNumber: z
    .string()
    .nullable()
    .describe(
      "The customer's telephone number (E.164), from `chatVariables` or `customerUniqueId`; null when neither has one",
    ),
}).meta({ id: 'ShownChat' });
export type ShownChat = z.output<typeof ShownChat>;

export const ChatSessionData = z
  .object({
    data: FreeObject.nullable().describe(
      'Session data written by a tool of the agent; null: none, or expired',
    ),
    ttl: z.int().nullable().describe('Seconds until expiry, rounded up'),
  })
  .meta({ id: 'ChatSessionData' });
export type ChatSessionData = z.output<typeof ChatSessionData>;

export const ChatPage = z.object({ chats: z.array(Chat), metadata: PageMetadata }).meta({ id: 'ChatPage' });

export const ChatDetailsPage = z
  .object({ chats: z.array(ChatDetails), metadata: PageMetadata })
  .meta({ id: 'ChatDetailsPage' });

/** An array in a query string with the only option `summary`. Repeating it changes nothing. */
const Exclude = listParameter(
  z.array(z.string()).transform((given, context) => {
    if (given.every((option) => option === 'summary')) return ['summary' as const];
    context.addIssue({ code: 'custom', message: 'must be summary, the only option' });
    return z.NEVER;
  }),
)
  .optional()
  .meta({
    type: 'array',
    items: { type: 'string', enum: ['summary'] },
    description: 'Fields to omit; the only option is `summary`',
  });

export const ListChats = z.object({ exclude: Exclude, ...createdAtParameters, ...pageParameters });
export type ListChats = z.output<typeof ListChats>;

export const ListAllChats = ListChats.extend({
  customerUniqueId: z
    .string({ error: 'must be given once' })
    .min(1)
    .max(255)
    .optional()
    .describe('Only chats of this customer'),
  status: z.enum(openStatuses).optional().describe('Only open chats in this state'),
});
export type ListAllChats = z.output<typeof ListAllChats>;

export const ChatAnalysis = z
  .object({
    status: z
      .enum(['none', 'pending', 'done', 'failed'])
      .describe('The state of the latest analysis; `none`: the chat is open, or its agent has no `analysis`'),
    pendingAgentVersion: z.int().nullable().describe('The agent version of the pending analysis'),
    agentVersion: z.int().nullable().describe('The agent version behind the results; null without results'),
    summary: z.string().nullable(),
    analysis: FreeObject.nullable().describe('The structured data requested by the agent'),
    qa: FreeObject.nullable().describe('Sentiment and rubrics, as in calls'),
    note: z
      .string()
      .nullable()
      .describe('The model of the latest analysis, or why it failed; null while pending'),
  })
  .meta({ id: 'ChatAnalysis' });
export type ChatAnalysis = z.output<typeof ChatAnalysis>;

const positioned = { position: z.int().describe('1 for the first message of the chat') };

export const ChatMessagePage = z
  .object({
    messages: z.array(
      z.discriminatedUnion('role', [
        UserMessage.extend(positioned),
        BotMessage.extend(positioned),
        ToolMessage.extend(positioned),
        AgentMessage.extend(positioned),
      ]),
    ),
    metadata: PageMetadata,
  })
  .meta({ id: 'ChatMessagePage' });
export type ChatMessagePage = z.output<typeof ChatMessagePage>;

const after = integerParameter(0, positionMax).optional();

export const ListChatMessages = z.object({
  pageSize: pageParameters.pageSize,
  after: after.describe('Only messages after this position; default 0'),
});
export type ListChatMessages = z.output<typeof ListChatMessages>;

export const FollowChat = z.object({
  after: after.describe(
    'Only messages after this position; default 0. The header `Last-Event-ID` takes precedence',
  ),
});
