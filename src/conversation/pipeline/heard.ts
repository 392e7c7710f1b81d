import type { SpokenWord } from '../providers/interfaces/index.ts';

/** What one character takes in speech, where nothing better is known. */
const msPerCharacter = 65;

/** How much of the audio of a text was sent. */
interface SentShare {
  playedMs: number;
  /** Of all its audio; null: the voice had not finished. */
  totalMs: number | null;
  /** Where its words stand, if the voice told; of those it told. */
  words: readonly SpokenWord[];
}

/**
 * The part of a text that was heard, to within a word: by the times of its words, else by its characters' share of
 * the audio. A word counts when at least half of it was sent. White space around it stays, so that texts can be put
 * together.
 */
export function heardText(text: string, share: SentShare): string {
  if (share.totalMs !== null && share.playedMs >= share.totalMs) return text;
  return text.slice(0, heardLength(text, share)).trimEnd();
}

/** The characters of `text` that were heard. */
export function heardLength(text: string, { playedMs, totalMs, words }: SentShare): number {
  if (playedMs <= 0) return 0;
  if (words.length > 0) return heardByWords(text, playedMs, words);
  const perCharacter =
    (totalMs ?? Math.max(text.length * msPerCharacter, playedMs)) / Math.max(text.length, 1);
  let end = 0;
  for (const match of text.matchAll(wordLike)) {
    const middle = match.index + match[0].length / 2;
    if (middle * perCharacter > playedMs) break;
    end = match.index + match[0].length;
  }
  return end;
}

/** The sentences of a text that have begun when so much of its audio was sent. */
export function begunText(text: string, share: SentShare): string {
  const length = heardLength(text, share);
  return text.slice(0, length) + (/^[^.!?。！？؟۔।]*[.!?。！？؟۔।]?/u.exec(text.slice(length))?.[0] ?? '');
}

/** Words, or single characters where the script has no spaces. */
const wordLike = /[\u3040-\u30ff\u3400-\u9fff]|[^\s\u3040-\u30ff\u3400-\u9fff]+/gu;

function heardByWords(text: string, playedMs: number, words: readonly SpokenWord[]): number {
  let end = 0;
  for (const word of words) {
    if ((word.startMs + word.endMs) / 2 > playedMs) break;
    const at = text.indexOf(word.text, end);
    if (at >= 0) end = at + word.text.length;
  }
  // The punctuation behind a word belongs to it.
  return end + (/^[^\s\p{L}\p{N}]*/u.exec(text.slice(end))?.[0].length ?? 0);
}
