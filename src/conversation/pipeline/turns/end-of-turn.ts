import { plainWords, wordsOf } from '../languages.ts';

/** The extra silence after an unfinished sentence, and after a number that may continue. */
const unfinishedExtraMs = 900;
const numberExtraMs = 400;
/** The share of the window after exactly an expected phrase. */
const expectedShare = 0.5;
/** The longest wait for a transcriber that ends turns. It leaves time for a filler within 2 s of the speech. */
export const providerTurnWaitMs = 1500;
/** Words later than `finalWaitMs` after the speech are overdue, which a filler covers. After `overdueMsMax` more they are lost. */
export const finalWaitMs = 1500;
export const overdueMsMax = 2500;

/** The caller's words and the settings for judging them. */
interface EndOfTurnContext {
  text: string;
  language: string;
  /** The agent's setting. */
  endOfTurnMs: number;
  /** The phrases that the model expects; empty when it accepts anything. */
  expected: readonly string[];
}

/** Returns the silence that ends the caller's turn, depending on the words. */
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

/** Returns whether a text sounds unfinished. */
function isUnfinished(text: string, language: string): boolean {
  const trimmed = text.trim();
  if (/[,;:–—،-]$|\.\.\.$|…$/u.test(trimmed)) return true;
  if (/[.!?。！？؟۔।]$/u.test(trimmed)) return false;
  const last = plainWords(trimmed).split(' ').at(-1) ?? '';
  return wordsOf(language).dangling.has(last);
}
