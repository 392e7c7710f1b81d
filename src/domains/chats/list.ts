import type { ReadScope } from '../../platform/audit/index.ts';
import { createdAtRange, nextPageUrl, pageRequest, type StreamedBody } from '../../platform/http/index.ts';
import { getAgent } from '../agents/index.ts';
import { openChatPage } from './chat-page.ts';
import type { ListAllChats, ListChats } from './schemas.ts';

/** Lists the agent's chats, newest first. */
export async function listChats(
  scope: ReadScope & { baseUrl: string },
  agentId: string,
  query: ListChats,
): Promise<StreamedBody> {
  const { size, after } = pageRequest(query);
  const range = createdAtRange('chat', query);
  const below = after !== null && after.id < range.below ? after.id : range.below;
  return openChatPage(scope.db, {
    organizationId: scope.actor.organizationId,
    selection: { agentId, from: range.from, below },
    size,
    withoutSummary: query.exclude !== undefined,
    withUsage: false,
    nextPage: (place) => nextPageUrl(scope.baseUrl, `/api/agents/${agentId}/chats`, query, place),
    // An agent with chats exists, so it is only looked up when no chat is found.
    ifNone: () => getAgent(scope, agentId),
  });
}

/** Lists the chats of all agents, newest first, optionally of one customer. */
export async function listAllChats(
  scope: ReadScope & { baseUrl: string },
  query: ListAllChats,
): Promise<StreamedBody> {
  const { size, after } = pageRequest(query);
  const { from, below: end } = createdAtRange('chat', query);
  const below = after !== null && after.id < end ? after.id : end;
  return openChatPage(scope.db, {
    organizationId: scope.actor.organizationId,
    selection: { agentId: null, customerUniqueId: query.customerUniqueId, status: query.status, from, below },
    size,
    withoutSummary: query.exclude !== undefined,
    withUsage: true,
    nextPage: (place) => nextPageUrl(scope.baseUrl, '/api/chats', query, place),
  });
}
