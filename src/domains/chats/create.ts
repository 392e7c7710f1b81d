import { change, type Scope } from '../../platform/audit/index.ts';
import { newId, notFound } from '../../platform/kernel/index.ts';
import { type AgentConfiguration, fillVariables, findAgent, withWrittenTexts } from '../agents/index.ts';
import { findAvailablePush } from '../personalization/index.ts';
import { customerNumberOf } from './customer-number.ts';
import type { ChatFeed } from './feed.ts';
import { withTranscript } from './read.ts';
import type { Chat, CreateChat } from './schemas.ts';
import { insertChat, insertGreeting } from './store/chats.ts';
import { queueTurn } from './store/turns.ts';
import { beginTrial } from './trial.ts';
import { valuesOfChat } from './values.ts';

/**
 * Starts a chat with the agent's published version, which greets with its first message if it has one. A script greets when
 * the request asks for it. Personalization pushed for the customer's number applies to this chat and remains for the next
 * call. A test may use the draft, or begin in the middle of the flow.
 */
export async function createChat(
  scope: Scope & { feed?: ChatFeed },
  agentId: string,
  input: CreateChat,
): Promise<Chat> {
  const { organizationId } = scope.actor;
  const createdAtMs = Date.now();
  const chatId = newId('chat', createdAtMs);
  const number = customerNumberOf(input);
  let isDue = false;
  const begun = await change(scope, async (tx) => {
    const pushed = number === null ? null : await findAvailablePush(tx, organizationId, number);
    const values = { ...input, chatId, agentId, createdAtMs, pushed };
    const made = await insertChat(tx, organizationId, values);
    if (!made) throw notFound('agent');
    const record = (await findAgent(tx, organizationId, agentId))!;
    const agent = await beginTrial(tx, scope.actor, record, { ...input, chatId });
    const known = () =>
      valuesOfChat(agent, { ...values, nowMs: createdAtMs, earlierChats: '', memory: null });
    const first = input.flow === null ? withWrittenTexts(agent).firstMessage : null;
    const greeting = first === null ? '' : fillVariables(first, known()).trim();
    const chat =
      greeting === ''
        ? made
        : await insertGreeting(tx, organizationId, { chatId, messageId: newId('message'), greeting });
    isDue = greeting === '' && input.agentBegins && isScripted(agent, input.flow);
    if (isDue) await queueTurn(tx, organizationId, chatId);
    return {
      result: await withTranscript(tx, organizationId, chat),
      audit: { verb: 'created', type: 'chats', id: chatId, label: null },
    };
  });
  if (isDue) scope.feed?.due();
  return begun;
}

/** Returns whether the agent begins with words of its own, which no model makes up. */
function isScripted({ flow, model }: AgentConfiguration, start: CreateChat['flow']): boolean {
  if (flow === null) return model?.provider === 'scripted';
  const first = flow.stages[start?.stage ?? flow.start];
  return first !== undefined && (first.dialogue !== null || first.says !== null);
}
