import { z } from 'zod';
import type { DescribedRoute } from '../../platform/http/index.ts';
import {
  BegunChat,
  ListVisitorMessages,
  ShownMessages,
  TakenMessage,
  VisitorMessage,
  VisitorSessionToken,
} from './schemas.ts';

const path = '/public/chats/{token}';
const tag = 'Chat widget';
const params = z.object({ token: z.string().describe('The `token` of the widget') });
const visitor = { tag, scope: '', openTo: 'visitor', params } as const;

/** The addresses that visitors' browsers reach, as the OpenAPI document has them; `addPublicChats` serves them. */
export const publicChatOperations: readonly DescribedRoute[] = [
  {
    method: 'POST',
    path,
    operationId: 'beginVisitorChat',
    tag,
    scope: '',
    openTo: 'page',
    params,
    summary: 'Begin a chat as a visitor of a web page',
    description: 'An address may begin 10 chats a minute, a widget 600.',
    output: BegunChat,
    status: 201,
    errors: [404, 409],
  },
  {
    method: 'POST',
    path: `${path}/session`,
    operationId: 'renewVisitorSession',
    ...visitor,
    summary: 'Have a visitor’s session for another hour',
    output: VisitorSessionToken,
    status: 200,
    errors: [404],
  },
  {
    method: 'POST',
    path: `${path}/messages`,
    operationId: 'addVisitorMessage',
    ...visitor,
    summary: 'Write as a visitor',
    description:
      'With `Accept: text/event-stream` the answer is a stream, as that of `POST /api/chats/{chatId}/messages`, without tools. An address may write 60 messages a minute, a widget take 6,000.',
    body: VisitorMessage,
    output: TakenMessage,
    outputContentType: 'text/event-stream',
    status: 201,
    errors: [404, 409],
  },
  {
    method: 'GET',
    path: `${path}/messages`,
    operationId: 'listVisitorMessages',
    ...visitor,
    summary: 'Read the messages of a visitor’s chat, oldest first',
    description: 'At most 200; those of tools are left out.',
    query: ListVisitorMessages,
    output: ShownMessages,
    status: 200,
    errors: [404],
  },
  {
    method: 'GET',
    path: `${path}/events`,
    operationId: 'followVisitorChat',
    ...visitor,
    summary: 'Follow a visitor’s chat',
    description:
      'Server-sent events as those of `GET /api/chats/{chatId}/events`, without tools, after the position in the header `Last-Event-ID`. An address may hold 50 streams open, a widget 1,000.',
    outputContentType: 'text/event-stream',
    status: 200,
    errors: [404],
  },
  {
    method: 'POST',
    path: `${path}/end`,
    operationId: 'endVisitorChat',
    ...visitor,
    summary: 'End a chat as its visitor',
    output: z.object({ status: z.literal('ended') }),
    status: 200,
    errors: [404, 409],
  },
];
