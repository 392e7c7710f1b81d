import type { ModelMessage } from '../../providers/spec/index.ts';
import type { SaidEntry } from '../conversation.ts';

/** Characters that a model is told again, about 15,000 tokens; the oldest are left out first. */
const charactersMax = 60_000;

/** A transcript as a model reads it: only what was heard is in it. */
export function messagesOf(transcript: readonly SaidEntry[]): ModelMessage[] {
  let characters = 0;
  const from = transcript.findLastIndex((entry) => (characters += lengthOf(entry)) > charactersMax);
  return transcript.slice(from + 1).flatMap((entry): ModelMessage[] => {
    const { role, text, name, toolCall, result } = entry;
    if (role === 'bot') return [{ role: 'bot', content: text }];
    if (role === 'user') return [{ role: 'user', content: text, input: name === 'dtmf' ? 'dtmf' : 'speech' }];
    if (!toolCall) return [];
    return [
      { role: 'bot', content: '', toolCalls: [toolCall] },
      { role: 'tool', toolCallId: toolCall.id, name: toolCall.name, content: JSON.stringify(result ?? null) },
    ];
  });
}

function lengthOf({ text, toolCall, result }: SaidEntry): number {
  return text.length + (toolCall ? JSON.stringify([toolCall, result]).length : 0);
}
