import { type AuditVerb, change, type Scope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { ChatFeed } from './feed.ts';
import { withTranscript } from './read.ts';
import type { Chat } from './schemas.ts';
import { type ChatStatus, refusedTransition } from './state.ts';
import { lockChat, updateStatus } from './store/chats.ts';
import { answerOnlyLast } from './store/messages.ts';
import { dropTurn, queueTurn } from './store/turns.ts';

type MoveScope = Scope & { feed: ChatFeed };

/** Hands the chat to a person of the organization. An answer in progress is abandoned. */
export function handOffChat(scope: MoveScope, chatId: string): Promise<Chat> {
  return moveChat(scope, chatId, 'handedOff', 'handedOff');
}

/**
 * Returns the chat to the agent. Messages the customer wrote in between were for the person, but if the last message is
 * the customer's, the agent answers it.
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
  scope.feed.publish(chatId, { type: 'changed' });
  scope.feed.due();
  return moved;
}

/** Updates which answer is due for the new status. */
async function settleTurn(
  tx: Queryable,
  organizationId: string,
  chatId: string,
  status: ChatStatus,
): Promise<void> {
  if (status !== 'active') await dropTurn(tx, organizationId, chatId);
  else if (await answerOnlyLast(tx, organizationId, chatId)) await queueTurn(tx, organizationId, chatId);
}
