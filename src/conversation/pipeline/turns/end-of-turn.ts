import { plainWords, wordsOf } from '../languages.ts';

/** After a text that goes on by its words, and after one that ends in a number: more of it may follow. */
const unfinishedExtraMs = 900;
const numberExtraMs = 400;
/** Of the window, when the caller said just what was expected. */
const expectedShare = 0.5;
/** A transcriber that ends turns by itself is waited for, but not for longer: silence is explained within 2 s. */
export const providerTurnWaitMs = 1500;
/** The words of finished speech come so soon after it, or else are overdue: that is explained, and they have so long yet. */
export const finalWaitMs = 1500;
export const overdueMsMax = 2500;

/** What was said, and by whom it is judged. */
interface EndOfTurnContext {
  text: string;
  language: string;
  /** The window of the agent's settings. */
  endOfTurnMs: number;
  /** Phrases that the model expects; none: anything. */
  expected: readonly string[];
}

/** For how long the caller has to be silent until the turn is over, by what was said. */
export function endOfTurnDelayMs({ text, language, endOfTurnMs, expected }: EndOfTurnContext): number {
  const plain = plainWords(text);
  const phrases = expected.map(plainWords);
  if (phrases.includes(plain) && !phrases.some((phrase) => phrase.startsWith(`${plain} `))) {
    return endOfTurnMs * expectedShare;
  }
  if (isUnfinished(text, language)) return endOfTurnMs + unfinishedExtraMs;
  if (/\p{N}$/u.test(text.trim())) return endOfTurnMs + numberExtraMs;
  return endOfTurnMs;
}

/** Whether a text sounds as if more were to come. */
function isUnfinished(text: string, language: string): boolean {
  const trimmed = text.trim();
  if (/[,;:–—،-]$|\.\.\.$|…$/u.test(trimmed)) return true;
  if (/[.!?。！？؟۔।]$/u.test(trimmed)) return false;
  const last = plainWords(trimmed).split(' ').at(-1) ?? '';
  return wordsOf(language).dangling.has(last);
}
