import { beginsWithIban, isCardNumber } from '../../platform/kernel/index.ts';
import { findSlot, wordsOf } from '../providers/scripted/index.ts';
import type { personalDataKinds } from './schema.ts';

type Kind = (typeof personalDataKinds)[number];

/** Digits in groups, as people and models write long numbers. */
const digitGroups = /\d(?:[ .,/-]{0,3}\d){12,39}/g;
/** The lengths and first digits of cards. Groups within a longer number count only with these. */
const issued =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14}|6\d{15,18})$/;
const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}\b/gi;
const socialSecurityNumber =
  /(?<![\d.,-])(?!000|666|9)\d{3}[ .,-]{1,2}(?!00)\d{2}[ .,-]{1,2}(?!0000)\d{4}(?![\d-])/;
const emailAddress = /[\p{L}\p{N}._+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;

const detectors: Record<Kind, (text: string) => boolean> = {
  'card-number': (text) =>
    [...text.matchAll(digitGroups)].some(([number]) => hasCardNumber(number)) ||
    isCardNumber(spokenDigits(text, 13)),
  'bank-account': (text) => [...text.matchAll(iban)].some(([account]) => beginsWithIban(account)),
  'social-security-number': (text) => socialSecurityNumber.test(text),
  'email-address': (text) =>
    emailAddress.test(text) || findSlot({ type: 'email' }, wordsOf(text), '') !== undefined,
};

/** Returns whether a text has personal data of one of the kinds. */
export function hasPersonalData(text: string, kinds: readonly Kind[]): boolean {
  return kinds.some((kind) => detectors[kind](text));
}

/** The fewest letters and digits of a value that is looked for. Shorter values occur in too many sentences. */
const valueMin = 3;

/** Returns whether a text contains a value, however it is spaced. */
export function hasValue(text: string, value: unknown): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((one) => hasValue(text, one));
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const wanted = plain(String(value));
  if (wanted.length < valueMin) return false;
  if (/^\d+$/.test(wanted))
    return plain(text).includes(wanted) || spokenDigits(text, wanted.length).includes(wanted);
  if (/\d/.test(wanted) && plain(text).includes(wanted)) return true;
  return ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(String(value)).join(' ')} `);
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the first number of at least `least` digits that is said digit by digit in English words; empty without any. */
function spokenDigits(text: string, least: number): string {
  const found = findSlot({ type: 'digits', minLength: least, maxLength: 64 }, wordsOf(text), '');
  return typeof found === 'string' ? found : '';
}

/** Returns whether a number is a card's, or some of its groups are. */
function hasCardNumber(written: string): boolean {
  if (isCardNumber(written)) return true;
  const groups = written.split(/\D+/);
  return groups.some((_, from) =>
    groups.some((_, to) => {
      const digits = groups.slice(from, to + 1).join('');
      return issued.test(digits) && isCardNumber(digits);
    }),
  );
}
