import type { ModelMessage, ModelToolCall } from '../interfaces/index.ts';

type UserMessage = Extract<ModelMessage, { role: 'user' }>;
type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

/** What the user did, in words for a model that knows only text. */
export function userText({ content, input }: UserMessage): string {
  if (input === 'dtmf') return `[The user pressed the keys ${content}]`;
  if (content.trim() === '') return '[The user says nothing]';
  return content;
}

/**
 * The conversation with every result of a tool right behind the call that it answers, because services refuse
 * conversations in which a call has no answer: one that has none, as after an interruption, gets one that says so,
 * and a result without a call is left out.
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
