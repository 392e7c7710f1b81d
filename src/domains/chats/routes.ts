import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, hasLargeBody, largeBodyBytesMax, type Route } from '../../platform/http/index.ts';
import { addAndFollow } from './add-and-follow.ts';
import { addChatMessage } from './add-message.ts';
import { analyzeChatAgain } from './analyze-again.ts';
import { createChat } from './create.ts';
import { ChatFeed } from './feed.ts';
import { followChat } from './follow.ts';
import { requestsOfChatMax, requestsPendingMax } from './may-be-analyzed.ts';
import { endChat, handOffChat, resumeChat } from './move.ts';
import { getChat, getChatAnalysis, listAllChats, listChats, listMessages } from './read.ts';
import {
  AddedChatMessage,
  Chat,
  ChatAnalysis,
  ChatDetailsPage,
  ChatMessagePage,
  ChatPage,
  ChatSessionData,
  CreateChat,
  CreateChatMessage,
  FollowChat,
  ListAllChats,
  ListChatMessages,
  ListChats,
  ShownChat,
} from './schemas.ts';
import { getChatSessionData } from './session-data.ts';

const agentParams = z.object({ agentId: z.string() });
const chatParams = z.object({ chatId: z.string() });
const ofAgent = '/api/agents/{agentId}/chats';
const ofChat = '/api/chats/{chatId}';
const tag = 'Chats';

const listDescription = `Newest first. \`exclude=summary\` omits \`summary\` from every chat; it is the only option.
\`createdAtGt\` and \`createdAtLt\` are exclusive. \`summary\` is null until it is available. Each message has only the fields of
its role.`;

const messageDescription = `A chat accepts a message of the \`user\` while it is \`active\` or \`handedOff\`. In an
\`active\` chat the agent answers each message once, in order. The response is the stored message; the answer follows in the
transcript. With \`Accept: text/event-stream\` the response is an event stream: the stored message (\`message\`), the answer
while it is written (\`delta\` with \`text\`; \`restart\` discards the text so far), tools that start (\`tool\`), each stored
message (\`message\`, its position as the event id), and finally \`done\` with the chat's \`status\` and whether it was
\`answered\`. An agent without a model does not answer. A chat accepts messages of an \`agent\` (a person of the organization)
after its handoff. A finished chat accepts none, and no chat accepts more than 1,000 since the agent's last answer.`;

const followDescription = `Server-sent events: every message after \`after\` (or the header \`Last-Event-ID\`) as \`message\`
with its position as the event id, then new messages, \`status\` when the chat's status changes, and \`delta\`, \`restart\` and
\`tool\` of answers that this server writes. The stream ends with the chat, or after 15 minutes; reconnect with
\`Last-Event-ID\`.`;

interface ChatRouteDependencies {
  db: Database;
  /** Omitted when this process neither answers nor streams chats. */
  chatFeed?: ChatFeed;
}

const repeatDescription = `Analyzes a finished chat again with its agent's published version: its model, schema and rubrics. Earlier results
remain until the new analysis replaces them at once, and remain if it fails. \`agentVersion\` names the version behind the
results. While an analysis is pending (including the first one), the response describes that one, and
\`pendingAgentVersion\` names its version. 409: \`chat.not_over\`, \`chat.no_messages\`, \`agent.deleted\`,
\`agent.without_analysis\` (the published version has no \`analysis\`), \`analysis.too_often\` after ${requestsOfChatMax} requests,
\`analysis.too_many_pending\` while ${requestsPendingMax} requested analyses of the organization's chats are pending.`;

export function chatRoutes({ db, chatFeed: feed = new ChatFeed() }: ChatRouteDependencies): Route[] {
  return [
    ...recordRoutes(db, feed),
    ...resultRoutes(db),
    ...messageRoutes(db, feed),
    ...statusRoutes(db, feed),
  ];
}

function recordRoutes(db: Database, feed: ChatFeed): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: ofAgent,
      operationId: 'listChats',
      tag,
      summary: 'List the chats of an agent',
      description: listDescription,
      scope: 'chats:read',
      params: agentParams,
      ignoresUnknownQuery: true,
      query: ListChats,
      output: ChatPage,
      status: 200,
      errors: [404],
      handle: (context, { params, query }) => listChats({ db, ...context }, params.agentId, query),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/chats',
      operationId: 'listAllChats',
      tag,
      summary: 'List chats of all agents, or of one customer, newest first',
      scope: 'chats:read',
      query: ListAllChats,
      output: ChatDetailsPage,
      status: 200,
      handle: (context, { query }) => listAllChats({ db, ...context }, query),
    }),
    defineRoute({
      method: 'POST',
      path: ofAgent,
      operationId: 'createChat',
      tag,
      summary: 'Start a chat with an agent',
      scope: 'chats:write',
      params: agentParams,
      body: CreateChat,
      bodyBytesMax: largeBodyBytesMax,
      expensive: hasLargeBody,
      output: Chat,
      status: 201,
      errors: [404, 409],
      handle: (context, { params, body }) => createChat({ db, feed, ...context }, params.agentId, body),
    }),
    defineRoute({
      method: 'GET',
      path: ofChat,
      operationId: 'getChat',
      tag,
      summary: 'Read a chat',
      scope: 'chats:read',
      params: chatParams,
      output: ShownChat,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getChat({ db, ...context }, params.chatId),
    }),
  ];
}

function resultRoutes(db: Database): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${ofChat}/analysis`,
      operationId: 'getChatAnalysis',
      tag,
      summary: 'Read the analysis of a chat',
      scope: 'chats:read',
      params: chatParams,
      output: ChatAnalysis,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getChatAnalysis({ db, ...context }, params.chatId),
    }),
    defineRoute({
      method: 'POST',
      path: `${ofChat}/analysis`,
      operationId: 'analyzeChat',
      tag,
      summary: 'Analyze a finished chat again',
      description: repeatDescription,
      scope: 'chats:write',
      params: chatParams,
      output: ChatAnalysis,
      status: 202,
      errors: [404, 409],
      handle: (context, { params }) => analyzeChatAgain({ db, ...context }, params.chatId),
    }),
    defineRoute({
      method: 'GET',
      path: `${ofChat}/session-data`,
      operationId: 'getChatSessionData',
      tag,
      summary: 'Read the session data of a chat',
      description: 'The data written by the tool `setCallSessionData`, until it expires.',
      scope: 'chats:read',
      params: chatParams,
      output: ChatSessionData,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getChatSessionData({ db, ...context }, params.chatId),
    }),
  ];
}

function messageRoutes(db: Database, feed: ChatFeed): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: `${ofChat}/messages`,
      operationId: 'addChatMessage',
      tag,
      summary: 'Add a message to a chat',
      description: messageDescription,
      scope: 'chats:write',
      params: chatParams,
      body: CreateChatMessage,
      bodyBytesMax: 131_072,
      output: AddedChatMessage,
      outputContentType: 'text/event-stream',
      status: 201,
      errors: [404, 409],
      handle: (context, { params: { chatId }, body }) =>
        context.wantsEvents
          ? addAndFollow({ db, feed, ...context }, chatId, body, { withTools: true })
          : addChatMessage({ db, feed, ...context }, chatId, body).then(({ message }) => message),
    }),
    defineRoute({
      method: 'GET',
      path: `${ofChat}/messages`,
      operationId: 'listChatMessages',
      tag,
      summary: 'Read the messages of a chat, oldest first',
      scope: 'chats:read',
      params: chatParams,
      query: ListChatMessages,
      output: ChatMessagePage,
      status: 200,
      errors: [404],
      handle: (context, { params, query }) => listMessages({ db, ...context }, params.chatId, query),
    }),
    defineRoute({
      method: 'GET',
      path: `${ofChat}/events`,
      operationId: 'followChat',
      tag,
      summary: 'Follow a chat',
      description: followDescription,
      scope: 'chats:read',
      params: chatParams,
      query: FollowChat,
      outputContentType: 'text/event-stream',
      status: 200,
      errors: [404],
      handle: (context, { params, query }) =>
        followChat({ db, feed, ...context }, params.chatId, query.after ?? null, { withTools: true }),
    }),
  ];
}

function statusRoutes(db: Database, feed: ChatFeed): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: `${ofChat}/handoff`,
      operationId: 'handOffChat',
      tag,
      summary: 'Hand a chat off to a person',
      description: 'Changes an `active` chat to `handedOff`. From then on people answer.',
      scope: 'chats:write',
      params: chatParams,
      output: Chat,
      status: 200,
      errors: [404, 409],
      handle: (context, { params }) => handOffChat({ db, feed, ...context }, params.chatId),
    }),
    defineRoute({
      method: 'POST',
      path: `${ofChat}/resume`,
      operationId: 'resumeChat',
      tag,
      summary: 'Return a chat to the agent',
      description:
        "Changes a `handedOff` chat to `active`. Messages the customer wrote in between were for the person, but if the last message is the customer's, the agent answers it.",
      scope: 'chats:write',
      params: chatParams,
      output: Chat,
      status: 200,
      errors: [404, 409],
      handle: (context, { params }) => resumeChat({ db, feed, ...context }, params.chatId),
    }),
    defineRoute({
      method: 'POST',
      path: `${ofChat}/end`,
      operationId: 'endChat',
      tag,
      summary: 'End a chat',
      description: 'Changes an `active` or `handedOff` chat to `ended`. It accepts no more messages.',
      scope: 'chats:write',
      params: chatParams,
      output: Chat,
      status: 200,
      errors: [404, 409],
      handle: (context, { params }) => endChat({ db, feed, ...context }, params.chatId),
    }),
  ];
}
