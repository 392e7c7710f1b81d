import { z } from 'zod';
import type { DescribedRoute } from '../../platform/http/index.ts';
import {
  AddVisitorMessage,
  ListVisitorMessages,
  VisitorChat,
  VisitorMessage,
  VisitorMessages,
  VisitorSessionToken,
} from './schemas.ts';

const path = '/public/chats/{token}';
const tag = 'Chat widget';
const params = z.object({ token: z.string().describe('The `token` of the widget') });
const visitor = { tag, scope: '', openTo: 'visitor', params } as const;

/** The visitors' routes in the OpenAPI document. `addPublicChats` serves them. */
export const publicChatOperations: readonly DescribedRoute[] = [
  {
    method: 'POST',
    path,
    operationId: 'beginVisitorChat',
    tag,
    scope: '',
    openTo: 'page',
    params,
    summary: 'Start a chat as a visitor of a web page',
    description: 'Limits: 10 new chats per minute for an address, 600 for a widget.',
    output: VisitorChat,
    status: 201,
    errors: [404, 409],
  },
  {
    method: 'POST',
    path: `${path}/session`,
    operationId: 'renewVisitorSession',
    ...visitor,
    summary: 'Extend a visitor’s session by an hour',
    output: VisitorSessionToken,
    status: 200,
    errors: [404],
  },
  {
    method: 'POST',
    path: `${path}/messages`,
    operationId: 'addVisitorMessage',
    ...visitor,
    summary: 'Add a message as a visitor',
    description:
      'With `Accept: text/event-stream` the response is a stream like that of `POST /api/chats/{chatId}/messages`, without tools. Limits: 60 messages per minute for an address, 6,000 for a widget.',
    body: AddVisitorMessage,
    output: VisitorMessage,
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
    description: 'At most 200; tool messages are omitted.',
    query: ListVisitorMessages,
    output: VisitorMessages,
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
      'Server-sent events like those of `GET /api/chats/{chatId}/events`, without tools, after the position in the header `Last-Event-ID`. Limits: 50 open streams for an address, 1,000 for a widget.',
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
