import { type AuditEntry, change } from '../../platform/audit/index.ts';
import type { Database, Queryable } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { newId, storable } from '../../platform/kernel/index.ts';
import { holdAgent } from '../agents/index.ts';
import { emit } from '../events/index.ts';
import { suppressWithin } from '../suppressions/index.ts';
import { type Answer, type AnswerMessage, type CountedAnswer, messagesOfAnswer } from './answer.ts';
import type { ChatStatus } from './state.ts';
import { keepFoundOut } from './store/analysis.ts';
import { lockChat, updateActiveAgent, updateStatus } from './store/chats.ts';
import { insertAnswer, nameWriter } from './store/messages.ts';
import { beginNextTurn, dropTurn, findTurn, type HeldTurn, holdTurn } from './store/turns.ts';
import { addChatUsage } from './store/usage.ts';
import type { ChatHandOver } from './takeover.ts';

/** The turn is no longer held: another worker answers, or no answer is due. */
export class TurnLost extends Error {
  override name = 'TurnLost';

  constructor() {
    super('the turn of the chat is held by another worker');
  }
}

/** The result of storing an answer. `more`: the same holder answers the customer's next message. */
export interface CommittedAnswer {
  more: boolean;
  status: ChatStatus;
}

/**
 * Stores an answer in one transaction: messages, answered position, usage, the chat's new status and an opt-out. Throws
 * TurnLost when the turn is no longer held.
 */
export async function commitAnswer(
  db: Database,
  turn: HeldTurn,
  answer: CountedAnswer,
  customerNumber: string | null,
  by: AnsweringAgent,
): Promise<CommittedAnswer> {
  const { organizationId, chatId } = turn;
  const scope = { db, actor: systemActor(organizationId, chatId) };
  const messages = storedMessages(answer, by);
  return change(scope, async (tx) => {
    const chat = await lockChat(tx, organizationId, chatId);
    if (chat?.status !== 'active' || !(await holdTurn(tx, turn))) throw new TurnLost();
    await addChatUsage(tx, turn, answer.usage, answer.usageIsComplete);
    const { handOver } = answer;
    // The next agent answers the same message, unless it has said its first message.
    const isAnswered = !handOver || handOver.greeting !== null;
    const answeredUpTo = isAnswered ? answer.position : answer.position - 1;
    const { more: hasMore, messageCount } = await insertAnswer(
      tx,
      turn,
      { ...answer, answeredUpTo },
      messages,
    );
    await recordFlow(tx, turn, by.agentId, answer);
    if (handOver) await handChatOver(tx, turn, { handOver, messageCount, from: by });
    const audit: AuditEntry[] = messages
      .slice(-1)
      .map(({ messageId }) => ({ verb: 'created', type: 'chat_messages', id: messageId }));
    const status = statusAfter(answer);
    if (status !== 'active') {
      await updateStatus(tx, organizationId, chatId, status);
      audit.push({ verb: status, type: 'chats', id: chatId });
    }
    if (answer.followUp?.kind === 'end' && answer.followUp.optOut && customerNumber !== null) {
      const suppression = { phoneNumber: customerNumber, source: 'chat' } as const;
      audit.push(...[(await suppressWithin(tx, scope.actor, suppression)).audit].flat());
    }
    const more = hasMore && status === 'active';
    if (more) await beginNextTurn(tx, turn);
    else await dropTurn(tx, organizationId, chatId);
    return { result: { more, status }, audit };
  });
}

/** Keeps what the agent's flow found out, and stores an event for each stage that was entered. */
async function recordFlow(
  tx: Queryable,
  { organizationId, chatId }: HeldTurn,
  agentId: string,
  { steps }: Answer,
): Promise<void> {
  const changes = steps.flatMap((step) => step.changes ?? []).map(storable);
  if (changes.length === 0) return;
  const values = Object.assign({}, ...changes.map((change) => change.values)) as Record<string, unknown>;
  if (Object.keys(values).length > 0) await keepFoundOut(tx, { organizationId, chatId }, values);
  const entered = changes.filter(({ from, to }) => from !== to);
  const events = entered.map((change) => ({
    organizationId,
    type: 'chat.stageEntered' as const,
    resourceId: chatId,
    data: { chatId, agentId, ...change },
  }));
  await emit(tx, events);
}

/** The agent that has answered. `isFirst`: no agent has handed the chat over yet. */
export interface AnsweringAgent {
  agentId: string;
  /** `null` for the draft. */
  version: number | null;
  isFirst: boolean;
}

function storedMessages(answer: CountedAnswer, { agentId, version, isFirst }: AnsweringAgent) {
  const { handOver } = answer;
  const own = isFirst ? {} : { agentId, agentVersion: version };
  const messages: AnswerMessage[] = messagesOfAnswer(answer).map((message) => ({ ...message, ...own }));
  if (handOver?.greeting)
    for (const greeting of messagesOfAnswer({ ...answer, steps: [], remark: handOver.greeting }))
      messages.push({ ...greeting, agentId: handOver.agentId, agentVersion: handOver.version });
  return messages.map((message) => ({ ...message, messageId: newId('message') }));
}

/** Lets another agent answer the chat from now on. An agent that was deleted meanwhile does not: the first one goes on. */
async function handChatOver(
  tx: Queryable,
  turn: HeldTurn,
  { handOver, messageCount, from }: { handOver: ChatHandOver; messageCount: number; from: AnsweringAgent },
): Promise<void> {
  const { organizationId } = turn;
  if (!(await holdAgent(tx, organizationId, handOver.agentId))) return;
  if (from.isFirst) await nameWriter(tx, turn, from);
  const { agentId, version, modelStates, takeover, greeting, isReturn, reason } = handOver;
  const upTo = messageCount - (greeting === null ? 0 : 1);
  await updateActiveAgent(tx, turn, {
    agentId,
    version,
    modelStates,
    takeover: { ...takeover, upTo },
  });
  const data = {
    chatId: turn.chatId,
    ...{ fromAgentId: from.agentId, fromAgentVersion: from.version },
    ...{ toAgentId: agentId, toAgentVersion: version, isReturn, reason },
  };
  await emit(tx, [{ organizationId, type: 'chat.agentChanged', resourceId: turn.chatId, data }]);
}

function statusAfter({ followUp }: Answer): 'active' | 'ended' | 'handedOff' {
  if (followUp === null || followUp.kind === 'hand-over') return 'active';
  return followUp.kind === 'end' ? 'ended' : 'handedOff';
}

/** Drops the turn when nothing is left to answer. */
export async function dropIfAnswered(db: Database, turn: HeldTurn): Promise<void> {
  const { organizationId, chatId } = turn;
  await db.transaction(async (tx) => {
    // A new customer message waits for this lock and then queues the turn again.
    await lockChat(tx, organizationId, chatId);
    if ((await holdTurn(tx, turn)) && !(await findTurn(tx, turn))) await dropTurn(tx, organizationId, chatId);
  });
}
