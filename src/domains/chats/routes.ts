import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, hasLargeBody, largeBodyBytesMax, type Route } from '../../platform/http/index.ts';
import { addAndFollow } from './add-and-follow.ts';
import { addChatMessage } from './add-message.ts';
import { analyzeChatAgain } from './analyze-again.ts';
import { createChat } from './create.ts';
import { ChatFeed } from './feed.ts';
import { followChat } from './follow.ts';
import { getChat } from './get.ts';
import { getChatAnalysis } from './get-analysis.ts';
import { listAllChats, listChats } from './list.ts';
import { listMessages } from './list-messages.ts';
import { requestsOfChatMax, requestsPendingMax } from './may-be-analyzed.ts';
import { endChat, handOffChat, resumeChat } from './move.ts';
import {
  AddedChatMessage,
  Chat,
  ChatAnalysis,
  ChatDetails,
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
} from './schemas.ts';
import { getChatSessionData } from './session-data.ts';

const agentParams = z.object({ agentId: z.string() });
const chatParams = z.object({ chatId: z.string() });
const ofAgent = '/api/agents/{agentId}/chats';
const ofChat = '/api/chats/{chatId}';
const tag = 'Chats';

const listDescription = `Newest first. \`exclude=summary\` leaves \`summary\` out of every chat; it is the only option.
\`createdAtGt\` and \`createdAtLt\` are exclusive. \`summary\` is null until there is one. Every message has the
fields of its role only.`;

const messageDescription = `A message of the \`user\` is taken while the chat is \`active\` or \`handedOff\`. In an
\`active\` chat the agent answers it: each message once, in their order. The message is answered with at once; the
agent's answer follows in the transcript; with \`Accept: text/event-stream\` the answer is a stream of events instead: the
message (\`message\`), the answer as it is written (\`delta\` with \`text\`; \`restart\`: what came so far is void), tools that
begin (\`tool\`), each message as it is stored (\`message\`, with its position as the event's id), and at last \`done\` with
the chat's \`status\` and whether it was \`answered\`. An agent without a model answers nothing. A message of an \`agent\` (a person
of the organization) is taken once the chat was handed off. A chat that is over takes none, and no chat more than 1,000
before the agent's last answer.`;

const followDescription = `Server-sent events: every message after \`after\` (or the header \`Last-Event-ID\`) as \`message\`
with its position as the event's id, then those that are added, \`status\` when the chat's changes, and \`delta\`,
\`restart\` and \`tool\` of answers that this process is writing. The stream ends when the chat is over, or after 15
minutes; connect again with \`Last-Event-ID\`.`;

interface ChatRouteDependencies {
  db: Database;
  /** Left out: nobody in this process follows a chat or answers it. */
  chatFeed?: ChatFeed;
}

const againWords = `A chat that is over is analysed again, by the version of its agent that is published now, whichever it ran: its
model, schema and rubrics. What is known from before stays until the new analysis takes its place at once, and where
nothing comes of it; \`agentVersion\` names the version that the findings go by. While an analysis is pending, the first one
too, there is no other: the answer tells of that one, and \`pendingAgentVersion\` what it goes by. 409 \`chat.not_over\`,
\`chat.no_messages\`, \`agent.deleted\`, \`agent.without_analysis\` (the published version wants nothing found out),
\`analysis.too_often\` after ${requestsOfChatMax} times, \`analysis.too_many_pending\` while the organization has
${requestsPendingMax} of chats pending that it asked for.`;

export function chatRoutes({ db, chatFeed: feed = new ChatFeed() }: ChatRouteDependencies): Route[] {
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
      summary: 'List the chats of all agents, or those of a customer, newest first',
      scope: 'chats:read',
      query: ListAllChats,
      output: ChatDetailsPage,
      status: 200,
      handle: (context, { query }) => listAllChats({ db, ...context }, query),
    }),
    defineRoute({
      method: 'GET',
      path: `${ofChat}/analysis`,
      operationId: 'getChatAnalysis',
      tag,
      summary: 'Read what was found out about a chat after its end',
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
      summary: 'Analyse a chat again that is over',
      description: againWords,
      scope: 'chats:write',
      params: chatParams,
      output: ChatAnalysis,
      status: 202,
      errors: [404, 409],
      handle: (context, { params }) => analyzeChatAgain({ db, ...context }, params.chatId),
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
      handle: (context, { params, body }) => createChat({ db, ...context }, params.agentId, body),
    }),
    defineRoute({
      method: 'GET',
      path: ofChat,
      operationId: 'getChat',
      tag,
      summary: 'Read a chat',
      scope: 'chats:read',
      params: chatParams,
      output: ChatDetails,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getChat({ db, ...context }, params.chatId),
    }),
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
    defineRoute({
      method: 'POST',
      path: `${ofChat}/handoff`,
      operationId: 'handOffChat',
      tag,
      summary: 'Hand a chat off to a person',
      description: 'An `active` chat becomes `handedOff`; from then on people answer.',
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
      summary: 'Give a chat back to the agent',
      description:
        'A `handedOff` chat becomes `active`. What the customer wrote meanwhile was for the person; where the last message is the customer’s, the agent answers that one.',
      scope: 'chats:write',
      params: chatParams,
      output: Chat,
      status: 200,
      errors: [404, 409],
      handle: (context, { params }) => resumeChat({ db, feed, ...context }, params.chatId),
    }),
    defineRoute({
      method: 'GET',
      path: `${ofChat}/session-data`,
      operationId: 'getChatSessionData',
      tag,
      summary: 'Read what the agent wrote down in a chat',
      description: 'What its tool `setCallSessionData` wrote, as long as it has not expired.',
      scope: 'chats:read',
      params: chatParams,
      output: ChatSessionData,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getChatSessionData({ db, ...context }, params.chatId),
    }),
    defineRoute({
      method: 'POST',
      path: `${ofChat}/end`,
      operationId: 'endChat',
      tag,
      summary: 'End a chat',
      description: 'An `active` or `handedOff` chat becomes `ended` and takes no more messages.',
      scope: 'chats:write',
      params: chatParams,
      output: Chat,
      status: 200,
      errors: [404, 409],
      handle: (context, { params }) => endChat({ db, feed, ...context }, params.chatId),
    }),
  ];
}
