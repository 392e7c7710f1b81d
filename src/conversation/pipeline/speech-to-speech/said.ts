import type { ModelMessage } from '../../providers/interfaces/index.ts';
import type { ConversationOptions, SaidEntry } from '../conversation.ts';

/** The most characters for a new connection, about 15,000 tokens. The oldest entries are dropped first. */
const charactersMax = 60_000;

/** An event of the call that the model must know. */
export interface CallNote {
  text: string;
  atMs: number;
}

/** Returns a transcript and notes as messages for a model, ordered by time. */
export function messagesOf(
  transcript: readonly SaidEntry[],
  notes: readonly CallNote[] = [],
): ModelMessage[] {
  let characters = 0;
  const from = transcript.findLastIndex((entry) => (characters += lengthOf(entry)) > charactersMax);
  const recent = transcript.slice(from + 1);
  const ofNote = ({ text, atMs }: CallNote) => {
    const message: ModelMessage = { role: 'system', content: text };
    return { atMs, messages: [message] };
  };
  return [
    ...notes.map(ofNote),
    ...recent.map((entry) => ({ atMs: entry.startMs, messages: messagesOfEntry(entry) })),
  ]
    .sort((a, b) => a.atMs - b.atMs)
    .flatMap(({ messages }) => messages);
}

/** Returns what an agent knows of a conversation: what it has resumed, and the transcript and notes since then. */
export function messagesSince(
  { resumes }: Pick<ConversationOptions, 'resumes'>,
  transcript: readonly SaidEntry[],
  notes: readonly CallNote[] = [],
): ModelMessage[] {
  const since = transcript.slice(resumes?.transcript.length ?? 0);
  return [...(resumes?.history ?? []), ...messagesOf(since, notes)];
}

function messagesOfEntry({ role, text, name, toolCall, result, notUnderstood }: SaidEntry): ModelMessage[] {
  if (notUnderstood) return [];
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
