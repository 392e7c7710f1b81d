import type { SpokenWord } from '../providers/interfaces/index.ts';
import type { SpokenText } from '../reading/index.ts';

/** The assumed duration of one spoken character, when neither word times nor the total length are known. */
const msPerCharacter = 65;

/** The part of a text's audio that was sent. */
interface SentShare {
  playedMs: number;
  /** The length of all its audio; `null` while the voice is still speaking. */
  totalMs: number | null;
  /** Word times as far as the voice reported them. */
  words: readonly SpokenWord[];
  /** The text as the voice speaks it; `null` or absent when it is the same. */
  spoken?: SpokenText | null;
}

/**
 * Returns the part of a text that was heard, to within a word: by word times, else by the characters' share of the audio.
 * A word counts when at least half of it was sent. Leading white space stays, so that texts can be joined.
 */
export function heardText(text: string, share: SentShare): string {
  if (share.totalMs !== null && share.playedMs >= share.totalMs) return text;
  return text.slice(0, heardLength(text, share)).trimEnd();
}

/** Returns how many characters of `text` were heard. */
export function heardLength(text: string, share: SentShare): number {
  const { spoken } = share;
  return spoken ? spoken.writtenAt(lengthOf(spoken.text, share)) : lengthOf(text, share);
}

function lengthOf(text: string, { playedMs, totalMs, words }: SentShare): number {
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

/** Returns the sentences of a text that had begun by then, each to its end. */
export function begunText(text: string, share: SentShare): string {
  const length = heardLength(text, share);
  return text.slice(0, length) + (/^[^.!?。！？؟۔।]*[.!?。！？؟۔।]?/u.exec(text.slice(length))?.[0] ?? '');
}

/** Words; single characters in scripts without spaces. */
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
