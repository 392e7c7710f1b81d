import type { ExpectedCharacters, ExpectedEntry } from '../../providers/interfaces/index.ts';
import { plainWords, wordsOf } from '../languages.ts';

/** The extra silence after an unfinished sentence, and after a number or a spelled word that may continue. */
const unfinishedExtraMs = 900;
const entryExtraMs = 400;
/** The extra silence within an entry that the model has asked for: of unknown length, and surely incomplete. */
const expectedEntryExtraMs = 800;
const incompleteEntryExtraMs = 1500;
/** Longer texts without a sign of an e-mail address are no beginning of one. */
const addressStartWordsMax = 3;
/** Fewer characters may be an age or an amount, and not the beginning of what a tool needs. */
const toolCharactersMin = 2;
/** A longer sentence after "yes" or "no" is no short answer. */
const answerWordsMax = 3;
/** The extra silence when a turn detector hears that the caller has not finished. */
const unfinishedSoundExtraMs = 1250;
/** The probability from which a turn counts as finished. */
const finishedMin = 0.5;
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
  /** The entry that the model has asked for; `null` for none. The end of a number is found by its words alone. */
  entry: ExpectedEntry | null;
  /** The characters that the agent's tools need; `null` for none. It is not known whether the agent has asked for them. */
  toolEntry: ExpectedCharacters | null;
  /** The probability, by a turn detector, that the caller has finished; `null` without a judgement. */
  finished: number | null;
}

/**
 * The reason for the end of a caller's turn.
 *
 * - `keys`: the keys were complete, or no other followed.
 * - `transcriber`: the transcriber detected the end.
 * - `held-back`: the model had held its answer back, and the caller said nothing more.
 * - `expected-phrase`: exactly an expected phrase, or a complete entry, and a short silence.
 * - `finished-sound`: a turn detector heard the end, and the usual silence followed.
 * - `silence`: the usual silence, after words that may be a whole sentence.
 * - `unfinished-sound`, `unfinished-words`, `open-entry`: a longer silence, because a turn detector heard no end, the words
 *   were no whole sentence, or they ended in a number, a spelled word or an unfinished e-mail address.
 */
export type TurnEnd = 'keys' | 'transcriber' | 'held-back' | WaitReason;
type WaitReason =
  | 'expected-phrase'
  | 'finished-sound'
  | 'silence'
  | 'unfinished-sound'
  | 'unfinished-words'
  | 'open-entry';

/** The silence that ends a turn. */
interface EndOfTurnWait {
  waitMs: number;
  why: WaitReason;
}

/** Returns the silence that ends the caller's turn, depending on its words and on how it sounds. */
export function endOfTurnWait(context: EndOfTurnContext): EndOfTurnWait {
  const { text, language, endOfTurnMs, finished } = context;
  const wait = (why: WaitReason, extraMs: number) => ({ why, waitMs: endOfTurnMs + extraMs });
  const missing = missingOfEntry(context);
  if (missing === 'none' || isExpected(context)) {
    return wait('expected-phrase', endOfTurnMs * (expectedShare - 1));
  }
  if (missing !== null) {
    return wait('open-entry', missing === 'some' ? incompleteEntryExtraMs : expectedEntryExtraMs);
  }
  if (isOpenAddress(text)) return wait('open-entry', incompleteEntryExtraMs);
  if (finished !== null && finished < finishedMin) return wait('unfinished-sound', unfinishedSoundExtraMs);
  if (isOpenEntry(context)) return openEntryWait(context);
  if (finished !== null) return wait('finished-sound', 0);
  if (isUnfinished(text, language)) return wait('unfinished-words', unfinishedExtraMs);
  return wait('silence', 0);
}

/** Returns the wait after a number or a spelled word, which depends on the characters that a tool needs. */
function openEntryWait({ text, language, endOfTurnMs, toolEntry }: EndOfTurnContext): EndOfTurnWait {
  const wait = (extraMs: number) => ({ why: 'open-entry', waitMs: endOfTurnMs + extraMs }) as const;
  if (!toolEntry) return wait(entryExtraMs);
  const { kind, lengthMin, lengthMax } = toolEntry;
  const length = kind === 'spelled' ? lengthAtEnd(text, language) : lengthOfEntry(text, language, kind);
  if (length < toolCharactersMin) return wait(entryExtraMs);
  if (length === lengthMax) return { why: 'silence', waitMs: endOfTurnMs };
  return wait(length < lengthMin ? incompleteEntryExtraMs : entryExtraMs);
}

/** Returns whether such a wait means that the caller has probably finished. */
export function isLikelyEnd({ why }: EndOfTurnWait): boolean {
  return why === 'expected-phrase' || why === 'finished-sound' || why === 'silence';
}

/** Returns how much of the entry that the model has asked for is missing; `null` when the text has nothing of it. */
function missingOfEntry({ text, language, entry }: EndOfTurnContext): 'none' | 'unknown' | 'some' | null {
  if (entry?.kind === 'email' && isAddressStart(text, language)) return 'some';
  if (!entry || entry.kind === 'email' || entry.kind === 'number') return null;
  const length = lengthOfEntry(text, language, entry.kind);
  if (length === 0) return null;
  if (length >= entry.lengthMax) return 'none';
  return length < entry.lengthMin ? 'some' : 'unknown';
}

/**
 * Returns whether a text has an e-mail address without its end, as it is written or said in English: `j dot smith at
 * example`. Outside of addresses these words are rare.
 */
function isOpenAddress(text: string): boolean {
  const isComplete = /(@|\bat\b).*(\.|\bdot\s)\s*[a-z]{2,}\W*$/i.test(text);
  return !isComplete && /@|\b(dot|underscore)\b/i.test(text);
}

/** Returns whether a text may be the beginning of the e-mail address that the model has asked for. */
function isAddressStart(text: string, language: string): boolean {
  const words = wordList(text);
  const { answers } = wordsOf(language);
  return words.length <= addressStartWordsMax && !answers.has(words[0]!) && !/[@?]/.test(text);
}

/** Returns the number of digits in a text, with those said as words, and of spelled characters for that kind. */
function lengthOfEntry(text: string, language: string, kind: ExpectedCharacters['kind']): number {
  const { digits } = wordsOf(language);
  const isCharacter = (word: string) => kind === 'spelled' && /^\p{L}$/u.test(word);
  const lengthOf = (word: string) =>
    /^\p{N}+$/u.test(word) ? word.length : Number(digits.has(word) || isCharacter(word));
  return wordList(text).reduce((sum, word) => sum + lengthOf(word), 0);
}

/**
 * Returns the number of digits and spelled letters at the end of a text, as in "the code is B C four 7". A transcriber may write
 * spelled letters as a word of capitals.
 */
function lengthAtEnd(text: string, language: string): number {
  const { digits } = wordsOf(language);
  let length = 0;
  for (const word of text
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toReversed()) {
    const isCode = /^(\p{L}|[\p{Lu}\p{N}]+)$/u.test(word);
    if (!isCode && !digits.has(word.toLowerCase())) break;
    length += isCode ? word.length : 1;
  }
  return length;
}

/** Returns the words of a text. An apostrophe is part of its word, as in the Ukrainian "п'ять". */
function wordList(text: string): string[] {
  return plainWords(text.replaceAll(/['’ʼ]/g, '')).split(' ');
}

/** Returns whether a text is exactly an expected phrase, and not the beginning of a longer one. */
function isExpected({ text, expected }: EndOfTurnContext): boolean {
  const plain = plainWords(text);
  const phrases = expected.map(plainWords);
  return phrases.includes(plain) && !phrases.some((phrase) => phrase.startsWith(`${plain} `));
}

/** Returns whether a text ends in a number, two words for digits or a spelled word, which may go on. */
function isOpenEntry({ text, language, toolEntry }: EndOfTurnContext): boolean {
  if (/\p{N}$/u.test(text.trim()) || /(^|\s)\p{L}\s\p{L}$/u.test(plainWords(text))) return true;
  const { digits } = wordsOf(language);
  const mixesLetters = toolEntry?.kind === 'spelled';
  const last = wordList(text).slice(-2);
  return last.length === 2 && last.every((word) => digits.has(word) || (mixesLetters && word.length === 1));
}

/** Returns whether a text sounds unfinished. */
function isUnfinished(text: string, language: string): boolean {
  const trimmed = text.trim();
  if (/[,;:–—،-]$|\.\.\.$|…$/u.test(trimmed)) return true;
  if (/[.!?。！？؟۔।]$/u.test(trimmed)) return false;
  const { dangling, mayDangle, openers, answers, endings } = wordsOf(language);
  const sentence = plainWords(trimmed.split(/[.!?]\s/).at(-1)!);
  if (endings.some((ending) => ` ${sentence}`.endsWith(` ${ending}`))) return false;
  const words = sentence.split(' ');
  const last = words.pop()!;
  if (dangling.has(last)) return true;
  if (!mayDangle.has(last) || words.length === 0 || words.some((word) => openers.has(word))) return false;
  return words.length >= answerWordsMax || !answers.has(words[0]!);
}
