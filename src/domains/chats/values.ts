import type { AgentConfiguration } from '../agents/index.ts';
import { valuesOfVariables } from '../personalization/index.ts';
import { customerNumberOf } from './customer-number.ts';

/** The sources of an agent's variables in a chat. */
interface ChatFacts {
  chatId: string;
  customerUniqueId: string;
  chatVariables: Record<string, unknown>;
  /** Personalization pushed for the customer's number. */
  pushed: Record<string, unknown> | null;
  /** Summaries of the customer's earlier chats; empty when there are none. */
  earlierChats: string;
  /** What the agent knows of the customer from earlier conversations; empty: nothing. Null when it has no memory. */
  memory: string | null;
  nowMs: number;
}

/**
 * Returns the values of an agent's variables in a chat: those of a call (pushed values take precedence over the
 * chat's), plus `chatId`, `customerUniqueId` and `earlierChats`, which every chat has.
 */
export function valuesOfChat(
  agent: Pick<AgentConfiguration, 'variables'>,
  chat: ChatFacts,
): Record<string, unknown> {
  const { chatId, customerUniqueId, chatVariables, pushed, earlierChats, memory, nowMs } = chat;
  const facts = { callId: null, customerNumber: customerNumberOf(chat), agentNumber: null, memory, nowMs };
  const call = { chatId, customerUniqueId, earlierChats, ...chatVariables };
  return valuesOfVariables({ agent, facts, call, pushed: pushed ?? {} });
}
