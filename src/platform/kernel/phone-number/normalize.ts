import { isE164 } from './e164.ts';
import { isEmergencyNumber } from './emergency.ts';
import { phoneLibrary } from './metadata.ts';

/** The longest text that is read as a phone number; E.164 has 16 characters, the rest is for formatting. */
export const phoneNumberTextMax = 64;

export type NormalizedPhoneNumber = { readonly e164: string } | { readonly error: string };

/** The last parsed numbers: setting up a call parses each of its numbers more than once. */
const known = new Map<string, NormalizedPhoneNumber>();
const knownMax = 1000;

/** The most characters of a text that an error repeats. */
const repeatedMax = 20;

/** Returns the problem of a text with more than digits, formatting and a leading plus, which it repeats. Null for none. */
export function strangeText(text: string): string | null {
  const strange = /[^\d\s().\-/\u2010-\u2015\u2212].*/su.exec(text.trim().replace(/^\+/, ''))?.[0];
  if (strange === undefined) return null;
  return `contains "${strange.slice(0, repeatedMax).toWellFormed()}", which does not belong in a phone number`;
}

const formatting = /[\s().\-/\u2010-\u2015\u2212]/g;

/**
 * Returns a phone number in any common format as E.164. A text in E.164 form stays unchanged, whatever its country's
 * plan says: calls have such numbers and are found by them. Any other text is parsed. Ten digits are a number of the
 * United States, also with a leading 1; `+`, `00` and the American `011` open an international number. A possible but
 * unassigned number is accepted. The error completes a sentence that begins with the name of the field.
 */
export function normalizePhoneNumber(text: string): NormalizedPhoneNumber {
  const trimmed = text.trim();
  if (isE164(trimmed)) return { e164: trimmed };
  if (text.length > phoneNumberTextMax) return { error: `is longer than ${phoneNumberTextMax} characters` };
  const bare = text.replace(formatting, '');
  if (bare === '') return { error: 'is empty' };
  const wrong = wrongCharacters(bare, text);
  if (wrong) return { error: wrong };
  if (isEmergencyNumber(bare)) return { error: 'is an emergency number' };
  const international = toInternational(bare);
  return 'error' in international ? international : recall(international.e164);
}

function recall(international: string): NormalizedPhoneNumber {
  let number = known.get(international);
  if (!number) {
    number = parseInternational(international);
    // The first key is the oldest, because a Map keeps insertion order.
    if (known.size === knownMax) known.delete(known.keys().next().value!);
    known.set(international, number);
  }
  return number;
}

/** Returns the problem of a text with more than digits and a leading plus. */
function wrongCharacters(bare: string, text: string): string | undefined {
  if (/^\+?\d+$/.test(bare)) return undefined;
  if (/\d(?:;?ext=?|x|#|;)\d*$/i.test(bare)) return 'has an extension, which cannot be dialed; leave it out';
  if (/\p{L}/u.test(bare)) return 'contains letters; write the number in digits';
  return strangeText(text) ?? 'is not a phone number';
}

/** Returns digits with a plus and a calling code, unchecked against any numbering plan. */
function toInternational(bare: string): NormalizedPhoneNumber {
  if (bare.startsWith('+')) return { e164: bare };
  // An area code of the North American Numbering Plan begins with 2 to 9.
  if (/^[2-9]\d{9}$/.test(bare)) return { e164: `+1${bare}` };
  if (/^1[2-9]\d{9}$/.test(bare)) return { e164: `+${bare}` };
  const prefixed = /^(?:011|00)([1-9]\d*)$/.exec(bare);
  if (prefixed) return { e164: `+${prefixed[1]}` };
  if (bare.length < 10) return { error: 'is too short; write ten digits or the international form with +' };
  // Too long for the United States: a missing plus is assumed only for an assigned number.
  if (bare.length > 10 && phoneLibrary().isValidPhoneNumber(`+${bare}`)) return { e164: `+${bare}` };
  return { error: 'is neither ten digits of the United States nor an international number with +' };
}

function parseInternational(e164: string): NormalizedPhoneNumber {
  const library = phoneLibrary();
  const problem = library.validatePhoneNumberLength(e164);
  if (problem === 'INVALID_COUNTRY') return { error: 'has an unknown country calling code' };
  if (problem === 'TOO_SHORT') return { error: 'is too short for its country' };
  if (problem === 'TOO_LONG') return { error: 'is too long for its country' };
  if (problem === 'INVALID_LENGTH') return { error: 'has a length that its country does not use' };
  const parsed = library.parsePhoneNumberFromString(e164, { extract: false });
  if (!parsed?.isPossible() || !isE164(parsed.number)) return { error: 'is not a phone number' };
  return { e164: parsed.number };
}
