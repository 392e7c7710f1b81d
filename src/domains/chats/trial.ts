import type { Queryable } from '../../platform/db/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import { forbidden } from '../../platform/kernel/index.ts';
import { type AgentConfiguration, type AgentRecord, checkFlowStart } from '../agents/index.ts';
import type { CreateChat } from './schemas.ts';
import { insertTrial } from './store/trials.ts';

/**
 * Stores what a new chat tests, if it is a test: the draft of its agent, or its flow from the middle. Returns the
 * configuration that answers the chat.
 */
export async function beginTrial(
  tx: Queryable,
  { organizationId, scopes }: Pick<Actor, 'organizationId' | 'scopes'>,
  { agentId, published, draft }: AgentRecord,
  test: Pick<CreateChat, 'draft' | 'flow'> & { chatId: string },
): Promise<AgentConfiguration> {
  if (!test.draft && test.flow === null) return published;
  // Browser calls, the other way to test a draft, need the same scope.
  if (!scopes.has('agents:write'))
    throw forbidden(
      'scope.missing',
      'The API key lacks the scope agents:write, which `draft` and `flow` require.',
    );
  const tested = test.draft ? draft : null;
  const agent = tested ?? published;
  if (test.flow !== null) await checkFlowStart(agent, test.flow);
  if (tested !== null || test.flow !== null) {
    await insertTrial(
      tx,
      { organizationId, chatId: test.chatId },
      { agentId, draft: tested, flow: test.flow },
    );
  }
  return agent;
}
