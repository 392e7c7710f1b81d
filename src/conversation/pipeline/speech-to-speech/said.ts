import type { ModelMessage } from '../../providers/interfaces/index.ts';
import type { SaidEntry } from '../conversation.ts';

/** Characters that a model is told again, about 15,000 tokens; the oldest are left out first. */
const charactersMax = 60_000;

/** Something that happened to the call, which its model has to know, and where that was. */
export interface CallNote {
  text: string;
  atMs: number;
}

/** A transcript as a model reads it: only what was heard is in it, and what happened to the call in between. */
export function messagesOf(
  transcript: readonly SaidEntry[],
  notes: readonly CallNote[] = [],
): ModelMessage[] {
  let characters = 0;
  const from = transcript.findLastIndex((entry) => (characters += lengthOf(entry)) > charactersMax);
  const told = transcript.slice(from + 1);
  const ofNote = ({ text, atMs }: CallNote) => {
    const message: ModelMessage = { role: 'system', content: text };
    return { atMs, messages: [message] };
  };
  return [
    ...notes.map(ofNote),
    ...told.map((entry) => ({ atMs: entry.startMs, messages: messagesOfEntry(entry) })),
  ]
    .sort((a, b) => a.atMs - b.atMs)
    .flatMap(({ messages }) => messages);
}

function messagesOfEntry({ role, text, name, toolCall, result }: SaidEntry): ModelMessage[] {
  if (role === 'bot') return [{ role: 'bot', content: text }];
  if (role === 'user') return [{ role: 'user', content: text, input: name === 'dtmf' ? 'dtmf' : 'speech' }];
  if (!toolCall) return [];
  return [
    { role: 'bot', content: '', toolCalls: [toolCall] },
    { role: 'tool', toolCallId: toolCall.id, name: toolCall.name, content: JSON.stringify(result ?? null) },
  ];
}

function lengthOf({ text, toolCall, result }: SaidEntry): number {
  return text.length + (toolCall ? JSON.stringify([toolCall, result]).length : 0);
}
