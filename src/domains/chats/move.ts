import { type AuditVerb, change, type Scope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { ChatFeed } from './feed.ts';
import { withTranscript } from './get.ts';
import type { Chat } from './schemas.ts';
import { type ChatStatus, refusedTransition } from './state.ts';
import { answerOnlyLast, lockChat, updateStatus } from './store.ts';
import { dropTurn, queueTurn } from './turn-store.ts';

type MoveScope = Scope & { feed: ChatFeed };

/** From now on a person of the organization answers; an answer that the agent was making is given up. */
export function handOffChat(scope: MoveScope, chatId: string): Promise<Chat> {
  return moveChat(scope, chatId, 'handedOff', 'handedOff');
}

/**
 * The agent answers again. What the customer wrote meanwhile was for the person, but where the last word of the chat is
 * the customer's, the agent answers that.
 */
export function resumeChat(scope: MoveScope, chatId: string): Promise<Chat> {
  return moveChat(scope, chatId, 'active', 'resumed');
}

export function endChat(scope: MoveScope, chatId: string): Promise<Chat> {
  return moveChat(scope, chatId, 'ended', 'ended');
}

async function moveChat(
  scope: MoveScope,
  chatId: string,
  status: Exclude<ChatStatus, 'abandoned'>,
  verb: AuditVerb,
): Promise<Chat> {
  const { organizationId } = scope.actor;
  const moved = await change(scope, async (tx) => {
    const current = await lockChat(tx, organizationId, chatId);
    if (!current) throw notFound('chat');
    const refused = refusedTransition(current.status, status);
    if (refused) throw refused;
    const chat = await updateStatus(tx, organizationId, chatId, status);
    await settleTurn(tx, organizationId, chatId, status);
    return {
      result: await withTranscript(tx, organizationId, chat),
      audit: { verb, type: 'chats', id: chatId, label: null },
    };
  });
  scope.feed.tell(chatId, { type: 'changed' });
  scope.feed.due();
  return moved;
}

/** What is to be answered, as the status has it. */
async function settleTurn(
  tx: Queryable,
  organizationId: string,
  chatId: string,
  status: ChatStatus,
): Promise<void> {
  if (status !== 'active') await dropTurn(tx, organizationId, chatId);
  else if (await answerOnlyLast(tx, organizationId, chatId)) await queueTurn(tx, organizationId, chatId);
}
