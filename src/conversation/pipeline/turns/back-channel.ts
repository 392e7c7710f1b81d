import { plainWords, wordsOf } from '../languages.ts';

/** More words than this are something to say, whatever they are. */
const wordsMax = 4;

/** What is known when someone has spoken over the agent. */
export interface BackChannelContext {
  language: string;
  /** The agent's own words, beside those of the language. */
  extra: readonly string[];
  /** Whether the agent had asked something: "yes" is an answer then. */
  isQuestionHeard: boolean;
  /** Whether it is the first message that is being spoken: a "hello" greets it, and is no answer. */
  isFirstMessage: boolean;
}

/** Whether a text is nothing but back-channel words: what a listener says who wants the other to go on. */
export function isBackChannel(text: string, context: BackChannelContext): boolean {
  const plain = plainWords(text);
  if (plain === '' || plain.split(' ').length > wordsMax) return false;
  const words = wordsOf(context.language);
  const known = new Set([
    ...words.hums,
    ...context.extra.map(plainWords),
    ...(context.isQuestionHeard ? [] : words.agreements),
    ...(context.isFirstMessage ? words.greetings : []),
  ]);
  return consists(plain, known);
}

/** Whether `text` is a row of the known phrases. */
function consists(text: string, known: ReadonlySet<string>): boolean {
  if (known.has(text)) return true;
  for (let at = text.indexOf(' '); at > 0; at = text.indexOf(' ', at + 1)) {
    if (known.has(text.slice(0, at)) && consists(text.slice(at + 1), known)) return true;
  }
  return false;
}
