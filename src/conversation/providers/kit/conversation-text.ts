import type { ModelMessage, ModelToolCall } from '../interfaces/index.ts';

type UserMessage = Extract<ModelMessage, { role: 'user' }>;
type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

/** Returns the user's input as text for a model without other kinds of input. */
export function userText({ content, input }: UserMessage): string {
  if (input === 'dtmf') return `[The user pressed the keys ${content}]`;
  if (content.trim() === '') return '[The user says nothing]';
  return content;
}

/**
 * Returns the conversation with every tool result right after its call, because vendors reject a call without a result. A
 * call without one, as after an interruption, gets a result that says so. A result without a call is left out.
 */
export function pairToolResults(messages: readonly ModelMessage[]): ModelMessage[] {
  const results = new Map<string, ToolMessage>();
  for (const message of messages) if (message.role === 'tool') results.set(message.toolCallId, message);
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role === 'tool') return [];
    if (message.role !== 'bot') return [message];
    const calls = message.toolCalls ?? [];
    return [message, ...calls.map((call) => results.get(call.id) ?? withoutResult(call))];
  });
}

function withoutResult({ id, name }: ModelToolCall): ToolMessage {
  return { role: 'tool', toolCallId: id, name, content: 'The tool was interrupted and gave no result.' };
}
