import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { SetWidget, Widget } from './schemas.ts';
import { deleteWidget, getWidget, setWidget } from './set.ts';

const params = z.object({ agentId: z.string() });
const path = '/api/agents/{agentId}/widget';
const tag = 'Chats';

export function widgetRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'PUT',
      path,
      operationId: 'setChatWidget',
      tag,
      summary: 'Let visitors of web pages chat with an agent',
      description: `Visitors of pages from \`allowedOrigins\` may chat with the agent through the routes under
\`/public/chats/{token}\` (docs/chats.md). An existing widget is changed and keeps its token; delete it to get a new one.`,
      scope: 'agents:write',
      params,
      body: SetWidget,
      output: Widget,
      status: 200,
      errors: [404],
      handle: (context, { params: { agentId }, body }) => setWidget({ db, ...context }, agentId, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getChatWidget',
      tag,
      summary: 'Read the chat widget of an agent',
      scope: 'agents:read',
      params,
      output: Widget,
      status: 200,
      errors: [404],
      handle: (context, { params: { agentId } }) => getWidget({ db, ...context }, agentId),
    }),
    defineRoute({
      method: 'DELETE',
      path,
      operationId: 'deleteChatWidget',
      tag,
      summary: 'Remove the chat widget of an agent',
      scope: 'agents:write',
      params,
      status: 204,
      errors: [404],
      handle: (context, { params: { agentId } }) => deleteWidget({ db, ...context }, agentId),
    }),
  ];
}
