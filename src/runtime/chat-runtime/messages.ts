import { flowEntryName } from '../../conversation/flow/index.ts';
import type { ModelMessage, ModelToolCall } from '../../conversation/providers/interfaces/index.ts';
import { type DraftedStep, guardRailEntryName, type HistoryMessage } from '../../domains/chats/index.ts';

/** Maximum characters of history for a model, about 15,000 tokens. The oldest messages are left out first. */
const charactersMax = 60_000;

/**
 * Returns the model's messages: the prompt, what it knows from another agent, the history, and the steps of the answer so
 * far. Without a prompt, all but that.
 */
export function messagesForModel(
  prompt: string,
  { known, history }: { known: readonly ModelMessage[]; history: readonly HistoryMessage[] },
  steps: readonly DraftedStep[],
): ModelMessage[] {
  const system: ModelMessage[] = prompt === '' ? [] : [{ role: 'system', content: prompt }];
  const spoken = history.filter(
    ({ toolName }) => toolName !== flowEntryName && toolName !== guardRailEntryName,
  );
  const said = latest(spoken).flatMap(toMessages);
  return [...system, ...known, ...joined(said), ...steps.flatMap(messagesOfStep)];
}

/** Returns the last messages within the limit, at least one. */
function latest(history: readonly HistoryMessage[]): readonly HistoryMessage[] {
  let characters = 0;
  let from = history.length;
  while (from > 0) {
    characters += lengthOf(history[from - 1]!);
    if (characters > charactersMax) break;
    from--;
  }
  return history.slice(Math.min(from, Math.max(history.length - 1, 0)));
}

function lengthOf({ content, toolArguments, toolResult }: HistoryMessage): number {
  return (content?.length ?? 0) + (toolArguments?.length ?? 0) + (toolResult?.length ?? 0);
}

function toMessages(message: HistoryMessage): ModelMessage[] {
  const content = message.content ?? '';
  if (message.role === 'user') return [{ role: 'user', content, input: 'text' }];
  if (message.role === 'bot') return [{ role: 'bot', content }];
  if (message.role === 'agent') {
    const note = `${message.agentName}, a person of the team, wrote to the customer: ${content}`;
    return [{ role: 'system', content: note }];
  }
  const id = message.toolCallId ?? '';
  const name = message.toolName ?? '';
  const call: ModelToolCall = { id, name, arguments: argumentsOf(message.toolArguments) };
  return [
    { role: 'bot', content: '', toolCalls: [call] },
    { role: 'tool', toolCallId: id, name, content: message.toolResult ?? 'null' },
  ];
}

function argumentsOf(json: string | null): Record<string, unknown> {
  return json === null ? {} : (JSON.parse(json) as Record<string, unknown>);
}

/** Merges a text with the tool call after it. The model wrote both in one answer. */
function joined(messages: readonly ModelMessage[]): ModelMessage[] {
  const all: ModelMessage[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    const goesOn = message.role === 'bot' && message.content === '' && last?.role === 'bot';
    if (goesOn && !last.toolCalls) all[all.length - 1] = { ...last, toolCalls: message.toolCalls ?? [] };
    else all.push(message);
  }
  return all;
}

/** Returns the messages of a step. Tool calls without a result are left out, because models reject them. */
function messagesOfStep({ text, calls, results }: DraftedStep): ModelMessage[] {
  const done = calls.slice(0, results.length);
  if (text.trim() === '' && done.length === 0) return [];
  return [
    { role: 'bot', content: text, ...(done.length > 0 ? { toolCalls: done } : {}) },
    ...done.map(
      ({ id, name }, n): ModelMessage => ({
        role: 'tool',
        toolCallId: id,
        name,
        content: results[n]!.content,
      }),
    ),
  ];
}
