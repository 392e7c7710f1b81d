import type { AgentConfiguration } from '../agents/index.ts';
import { valuesOfVariables } from '../personalization/index.ts';
import { customerNumberOf } from './customer-number.ts';

/** What the variables of an agent are filled from in a chat. */
interface ChatFacts {
  chatId: string;
  customerUniqueId: string;
  chatVariables: Record<string, unknown>;
  /** What had been pushed for the customer's number. */
  pushed: Record<string, unknown> | null;
  /** Summaries of what the customer chatted about before; empty where there are none. */
  earlierChats: string;
  nowMs: number;
}

/**
 * The values of an agent's variables in a chat: those of a call, with what was pushed before what the chat brings, and
 * `chatId`, `customerUniqueId` and `earlierChats`, which every chat has.
 */
export function valuesOfChat(
  agent: Pick<AgentConfiguration, 'variables'>,
  chat: ChatFacts,
): Record<string, unknown> {
  const { chatId, customerUniqueId, chatVariables, pushed, earlierChats, nowMs } = chat;
  const facts = { callId: null, customerNumber: customerNumberOf(chat), agentNumber: null, nowMs };
  const call = { chatId, customerUniqueId, earlierChats, ...chatVariables };
  return valuesOfVariables({ agent, facts, call, pushed: pushed ?? {} });
}
