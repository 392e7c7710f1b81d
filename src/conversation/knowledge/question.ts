import type { ModelMessage } from '../providers/interfaces/index.ts';

/** What to search for before an answer. */
export interface Question {
  /** The words of the caller's turn, without case and punctuation. */
  words: string;
  /** The queries, the best first. Their results are mixed. */
  queries: readonly [string, ...string[]];
}

/** A turn with fewer words may be about what was said before, such as "and how much is that?". */
const shortWords = 6;
/** Scripts without spaces write a sentence as one word. */
const shortCharacters = 40;
const queryCharactersMax = 1000;
const contextCharactersMax = 300;

/**
 * Returns what to search for to answer these messages, or `null` when the caller said nothing in the last turn. A short turn is
 * searched for twice: with the agent's last sentence and the caller's turn before it, and by itself.
 */
export function questionOf(messages: readonly ModelMessage[]): Question | null {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const { text: own, from } = turnAt(messages, last);
  const words = plain(own);
  if (words === '') return null;
  const query = own.slice(0, queryCharactersMax);
  const context = isShort(words) ? contextBefore(messages, from) : '';
  return { words, queries: context === '' ? [query] : [`${query}\n${context}`, query] };
}

/** Returns a text in lower case, with letters and digits only. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

/** Returns how many words a plain text has. */
export function countWords(words: string): number {
  return words === '' ? 0 : words.split(' ').length;
}

function isShort(words: string): boolean {
  return countWords(words) < shortWords && words.length < shortCharacters;
}

/** Returns the words of the caller's turn whose last message is at `last`, and where the turn begins. */
function turnAt(messages: readonly ModelMessage[], last: number): { text: string; from: number } {
  const said: string[] = [];
  let at = last;
  for (; at >= 0; at--) {
    const message = messages[at]!;
    if (message.role === 'user') {
      if (message.input === 'speech' || message.input === 'text') said.unshift(message.content);
    } else if (message.role !== 'system') break;
  }
  return { text: said.join(' ').trim(), from: at + 1 };
}

function contextBefore(messages: readonly ModelMessage[], from: number): string {
  const before = messages.slice(0, from);
  const bot = before.findLast(({ role, content }) => role === 'bot' && content.trim() !== '');
  const sentence = bot ? lastSentence(bot.content) : '';
  const user = before.findLastIndex(({ role }) => role === 'user');
  const { text } = turnAt(before, user);
  return [sentence, text.slice(-contextCharactersMax)].filter((part) => part !== '').join('\n');
}

function lastSentence(text: string): string {
  const sentences = text.trim().split(/(?<=[.!?…。！？])\s*(?=\S)/u);
  return (sentences.at(-1) ?? '').slice(-contextCharactersMax);
}
