import { plainWords, wordsOf } from '../languages.ts';

/** A longer text is never a back-channel. */
const wordsMax = 4;

/** The circumstances of speech over the agent. */
export interface BackChannelContext {
  language: string;
  /** The agent's configured words, besides those of the language. */
  extra: readonly string[];
  /** Whether the agent had asked a question: "yes" is then an answer. */
  isQuestionHeard: boolean;
  /** Whether the first message is playing: "hello" then only greets. */
  isFirstMessage: boolean;
}

/** Returns whether a text consists of back-channel words: those of a listener who wants the speaker to continue. */
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

/** Returns whether `text` is a sequence of the known phrases. */
function consists(text: string, known: ReadonlySet<string>): boolean {
  if (known.has(text)) return true;
  for (let at = text.indexOf(' '); at > 0; at = text.indexOf(' ', at + 1)) {
    if (known.has(text.slice(0, at)) && consists(text.slice(at + 1), known)) return true;
  }
  return false;
}
