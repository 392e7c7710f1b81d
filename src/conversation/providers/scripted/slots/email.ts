import { readDigits } from './digits.ts';
import type { Reading } from './span.ts';
import { readLetter } from './spelled.ts';

/** The signs of an address by their names. */
const signs: ReadonlyMap<string, string> = new Map([
  ['dot', '.'],
  ['point', '.'],
  ['period', '.'],
  ['underscore', '_'],
  ['dash', '-'],
  ['hyphen', '-'],
  ['minus', '-'],
  ['plus', '+'],
]);
/** Words before an address, which are not part of it. */
const leadIns = new Set(
  "my your the email e mail address is it it's its that's this to can you reach me write send please yes sure okay ok so well".split(
    ' ',
  ),
);
const partsMax = 20;
const addressMax = 254;

/** The usual form of an address; RFC 5321 allows more. */
const address = /^[a-z0-9]+(?:[._+-]+[a-z0-9]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/**
 * Reads an e-mail address as it is written or said in English: `j dot smith at example dot com`, `a for alpha b 5 3 at …`.
 * Words side by side become one, so `john smith at` is `johnsmith@`.
 */
export function readEmail(words: readonly string[], at: number): Reading | null {
  if (address.test(words[at] ?? '')) return { end: at + 1, value: words[at]! };
  const local = readLocalPart(words, at);
  if (!local || words[local.end] !== 'at') return null;
  const domain = readDomain(words, local.end + 1);
  if (!domain) return null;
  const value = `${local.value}@${domain.value}`;
  return value.length <= addressMax && address.test(value) ? { end: domain.end, value } : null;
}

function readLocalPart(words: readonly string[], at: number): { end: number; value: string } | null {
  let value = '';
  let end = at;
  for (let parts = 0; end < words.length && words[end] !== 'at'; parts++) {
    if (parts === partsMax || leadIns.has(words[end]!)) return null;
    const part = readPart(words, end);
    value += part.value;
    end = part.end;
  }
  return value === '' ? null : { end, value };
}

/** Reads a sign, an explained letter, digits, or a word. Code words alone are words, because many are names. */
function readPart(words: readonly string[], at: number): { end: number; value: string } {
  const word = words[at]!;
  const sign = signs.get(word);
  if (sign !== undefined) return { end: at + 1, value: sign };
  if (word.length === 1) {
    const letter = readLetter(words, at);
    if (letter) return letter;
  }
  const digits = readDigits(words, at);
  if (digits) return { end: digits.end, value: String(digits.value) };
  return { end: at + 1, value: word.replaceAll("'", '') };
}

/** Reads the labels of a domain. Before the first dot words run together; after it a label is one word, or spelled. */
function readDomain(words: readonly string[], at: number): { end: number; value: string } | null {
  let domain = '';
  let end = at;
  let isSpelled = false;
  while (end < words.length && end - at < partsMax && words[end] !== 'at') {
    const { value, end: next } = readPart(words, end);
    const isOneLetter = words[end]!.length === 1;
    const goesOn = !domain.includes('.') || /[.-]$/.test(domain) || (isSpelled && isOneLetter);
    if (!goesOn && value !== '.' && value !== '-') break;
    domain += value;
    isSpelled = isOneLetter;
    end = next;
  }
  return domain.includes('.') ? { end, value: domain } : null;
}
