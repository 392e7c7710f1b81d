import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { countryName } from './country-name.ts';
import { isE164 } from './e164.ts';
import { phoneLibrary } from './metadata.ts';
import {
  type NormalizedPhoneNumber,
  normalizePhoneNumber,
  phoneNumberTextMax,
  strangeText,
} from './normalize.ts';

/** Whether the text is a country (ISO 3166-1 alpha-2, capitals) whose national numbers can be parsed. */
export function isNumberedCountry(text: string): boolean {
  return phoneLibrary().isSupportedCountry(text);
}

/**
 * Returns a phone number from a list as E.164: international, or national in `country` (`030 123456`). `00` counts as a plus
 * where the country reads it as nothing else. Without a country, a number that is not international is refused, because its
 * country is unknown. So is one that begins with the calling code of the country and is assigned both with and without a plus.
 */
export function normalizeListedNumber(text: string, country: string | null): NormalizedPhoneNumber {
  const trimmed = text.trim();
  if (isE164(trimmed)) return { e164: trimmed };
  if (trimmed.startsWith('+')) return normalizePhoneNumber(trimmed);
  if (trimmed === '') return { error: 'is empty' };
  if (trimmed.length > phoneNumberTextMax)
    return { error: `is longer than ${phoneNumberTextMax} characters` };
  const strange = strangeText(trimmed);
  if (strange !== null) return { error: strange };
  if (country === null)
    return (
      afterDoubleZero(trimmed) ?? {
        error: 'must be international, such as +15551234567, where no country is given',
      }
    );
  const parsed = phoneLibrary().parsePhoneNumberFromString(trimmed, {
    defaultCountry: country as CountryCode,
    extract: false,
  });
  if (!parsed?.isPossible() || !isE164(parsed.number))
    return (
      afterDoubleZero(trimmed) ?? {
        error: `is not a phone number of ${countryName(country)}${hintOn(trimmed)}`,
      }
    );
  const other = internationalReading(trimmed, String(parsed.countryCallingCode));
  if (!other || other.number === parsed.number) return { e164: parsed.number };
  // Spreadsheets drop the plus. National mobile numbers that begin with their own calling code are not in use.
  if (!parsed.isValid() || other.getType() === 'MOBILE') return { e164: other.number };
  return { error: `can be ${parsed.number} or ${other.number}; write it with + and its country code` };
}

/** Returns the end of an error about a text that may be an extension. */
function hintOn(text: string): string {
  return /^[1-9]\d{2,4}$/.test(text)
    ? '; if it is an extension of a telephone system, write the full number that reaches it'
    : '';
}

/** Returns the number behind the international prefix `00`, or null. */
function afterDoubleZero(text: string): NormalizedPhoneNumber | null {
  const [, digits] = /^00([1-9]\d*)$/.exec(text.replace(/\D/g, '')) ?? [];
  const parsed =
    digits === undefined ? null : phoneLibrary().parsePhoneNumberFromString(`+${digits}`, { extract: false });
  return parsed?.isPossible() && isE164(parsed.number) ? { e164: parsed.number } : null;
}

/** Returns the assigned number that a text in digits is if only its plus is missing, or null. */
function internationalReading(text: string, callingCode: string): PhoneNumber | null {
  const digits = text.replace(/\D/g, '');
  if (!digits.startsWith(callingCode)) return null;
  const parsed = phoneLibrary().parsePhoneNumberFromString(`+${digits}`, { extract: false });
  return parsed?.isValid() && isE164(parsed.number) ? parsed : null;
}
