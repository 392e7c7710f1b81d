import { type FlowChange, flowEntryName } from '../../conversation/flow/index.ts';
import type { Breach } from '../../conversation/guard-rails/index.ts';
import { storable } from '../../platform/kernel/index.ts';
import type { CallUsage } from '../calls/index.ts';
import type { KnowledgeUse } from '../knowledge/index.ts';
import type { ChatHandOver } from './takeover.ts';

/** A tool call made by a model. */
interface DraftedCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

/** The effect of a tool on the chat. */
export type FollowUp =
  | { kind: 'end'; optOut: boolean; message: string | null }
  | { kind: 'hand-off'; message: string | null }
  | { kind: 'hand-over'; message: string | null; to: PlannedHandOver };

/** The agent that a tool has handed the chat to. */
export interface PlannedHandOver {
  agentId: string;
  /** `null` for the draft. */
  version: number | null;
  name: string;
  variables: Record<string, unknown>;
  tool: { history: 'all' | 'lastTurns' | 'summary' | 'none'; turns: number; mayReturn: boolean };
  isReturn: boolean;
  reason: string | null;
  summary: string | null;
  /** Its first message; `null` when its model answers. */
  greeting: string | null;
}

/** One model answer and the results of its tool calls, in order. There are fewer results while one runs. */
export interface DraftedStep {
  text: string;
  calls: DraftedCall[];
  results: { content: string; onRecord: unknown; followUp: FollowUp | null }[];
  /** The changes of the agent's flow that the answer led to. Absent in drafts of earlier releases. */
  changes?: FlowChange[];
  /** What the agent's sources had for it; null or absent when they were not searched. */
  knowledge?: KnowledgeUse | null;
  /** The rules of the agent that were applied. Absent in drafts of earlier releases. */
  breaches?: Breach[];
  /** A rule asked the customer to confirm a tool: the answer ends with the question. */
  isAsking?: boolean;
}

/** The name of the entries of a chat that show which rules were applied. The model does not get them. */
export const guardRailEntryName = 'guardRail';

/** The progress of an answer, saved so that another worker can continue it. */
export interface AnswerDraft {
  /** The customer's message being answered. */
  position: number;
  steps: DraftedStep[];
  /** The state each model left, in the order of the models. */
  states: unknown[];
}

/** A complete answer. */
export interface Answer {
  position: number;
  steps: readonly DraftedStep[];
  states: readonly unknown[];
  /** Fixed text at the end: an explanation why there is no answer, or a tool's farewell. */
  remark: string | null;
  /** The effect on the chat. */
  followUp: FollowUp | null;
  /** With a follow-up of the kind `hand-over`. */
  handOver?: ChatHandOver;
}

/** An answer with the usage of models since the last save. */
export interface CountedAnswer extends Answer {
  usage: readonly CallUsage[];
  /** False when an earlier attempt was lost with its process, and its usage with it. */
  usageIsComplete: boolean;
}

/** The agent that wrote a message; absent while a chat has a single one. */
interface WrittenBy {
  agentId?: string;
  /** `null` for the draft. */
  agentVersion?: number | null;
}

/** A message of an answer as it is stored. */
export type AnswerMessage = WrittenBy & StoredMessage;

type StoredMessage =
  | { role: 'bot'; content: string; knowledge?: KnowledgeUse }
  | { role: 'tool'; toolCallId: string; toolName: string; toolArguments: string; toolResult: string };

/** Returns the messages of an answer in transcript order. */
export function messagesOfAnswer({
  position,
  steps,
  remark,
}: Pick<Answer, 'position' | 'steps' | 'remark'>): StoredMessage[] {
  const messages = steps.flatMap(
    ({ text, calls, results, changes = [], breaches = [], knowledge }, n): StoredMessage[] => [
      ...changes.map(
        (change, place): StoredMessage => ({
          role: 'tool',
          toolCallId: `${flowEntryName}-${position}-${n}-${place}`,
          toolName: flowEntryName,
          toolArguments: JSON.stringify(storable(change)),
          toolResult: JSON.stringify({ stage: change.to }),
        }),
      ),
      ...breaches.map(
        ({ instead, ...breach }, place): StoredMessage => ({
          role: 'tool',
          toolCallId: `${guardRailEntryName}-${position}-${n}-${place}`,
          toolName: guardRailEntryName,
          toolArguments: JSON.stringify(breach),
          toolResult: JSON.stringify({ instead }),
        }),
      ),
      ...botMessages(text, knowledge),
      ...results.flatMap(({ onRecord }, n): StoredMessage[] => {
        const call = calls[n];
        if (!call) return [];
        const toolArguments = JSON.stringify(call.arguments);
        const toolResult = JSON.stringify(onRecord) ?? 'null';
        return [{ role: 'tool', toolCallId: call.id, toolName: call.name, toolArguments, toolResult }];
      }),
    ],
  );
  return [...messages, ...botMessages(remark ?? '')].map(storable);
}

function botMessages(text: string, knowledge?: KnowledgeUse | null): StoredMessage[] {
  const content = text.trim();
  const known = knowledge ? { knowledge } : {};
  return content === '' ? [] : [{ role: 'bot', content, ...known }];
}
