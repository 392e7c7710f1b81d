import { z } from 'zod';
import type { Database } from '../db/index.ts';
import { defineRoute, type Route } from '../http/index.ts';
import { addChatMessage } from './add-message.ts';
import { createChat } from './create.ts';
import { ChatFeed } from './feed.ts';
import { getChat } from './get.ts';
import { listChats } from './list.ts';
import { endChat, handOffChat, resumeChat } from './move.ts';
import {
  AddedChatMessage,
  Chat,
  ChatPage,
  ChatSessionData,
  CreateChat,
  CreateChatMessage,
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
agent's answer follows in the transcript. An agent without a model answers nothing. A message of an \`agent\` (a person
of the organization) is taken once the chat was handed off. A chat that is over takes none, and no chat more than 1,000
before the agent's last answer.`;

export interface ChatRouteDependencies {
  db: Database;
  /** Left out: nobody in this process follows a chat or answers it. */
  chatFeed?: ChatFeed;
}

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
      query: ListChats,
      output: ChatPage,
      status: 200,
      errors: [404],
      handle: (context, { params, query }) => listChats({ db, ...context }, params.agentId, query),
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
      output: Chat,
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
      output: AddedChatMessage,
      status: 201,
      errors: [404, 409],
      handle: async (context, { params, body }) =>
        (await addChatMessage({ db, feed, ...context }, params.chatId, body)).message,
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
