import {
  countryCandidates,
  describePhoneNumber,
  type PhoneNumberDescription,
  type PhoneNumberType,
} from './describe.ts';
import { isE164 } from './e164.ts';
import { isEmergencyNumber } from './emergency.ts';
import { phoneLibrary } from './metadata.ts';
import { usualNumberTypes } from './number-types.ts';
import { parseE164 } from './parse.ts';

type DialRefusal =
  | 'emergency'
  | 'premium-rate'
  | 'number-type-not-allowed'
  | 'country-not-allowed'
  | 'invalid';
export type Dialability = { allowed: true } | { allowed: false; reason: DialRefusal; message: string };

/**
 * Whether a call may be placed to the number at all. `allowedCountries` are ISO 3166 alpha-2 codes in capitals; a
 * number whose country cannot be told passes when any country that shares its calling code is among them. A number
 * that is possible but not assigned passes: only the carrier knows. `allowedTypes` never lets surcharged numbers through.
 */
export function dialability(
  e164: string,
  allowedCountries: readonly string[],
  allowedTypes: readonly PhoneNumberType[] = usualNumberTypes,
): Dialability {
  if (isEmergencyNumber(e164)) return refuse('emergency', 'Emergency numbers are never dialed.');
  if (!isE164(e164)) return refuse('invalid', 'The number is not in E.164 form.');
  const description = describePhoneNumber(e164);
  if (description.callingCode === null) {
    return refuse('invalid', 'No country calling code begins like this number.');
  }
  if (isSurcharged(e164, description)) {
    return refuse('premium-rate', 'Premium-rate and shared-cost numbers are never dialed.');
  }
  const problem = formProblem(e164);
  if (problem) return refuse('invalid', problem);
  if (description.areaCode && !isAreaCode(description.areaCode)) {
    return refuse('invalid', `+1 ${description.areaCode} is not an area code.`);
  }
  if (!allowedTypes.includes(description.type)) {
    const message = `The number is of the type ${description.type}, which is not among the allowed ones.`;
    return refuse('number-type-not-allowed', message);
  }
  const candidates = countryCandidates(e164);
  if (candidates.some((country) => allowedCountries.includes(country))) return { allowed: true };
  return refuse('country-not-allowed', notAllowedMessage(candidates, description));
}

/**
 * What keeps a destination from ever being dialed, whatever the organization may call; null: nothing. Its country and its
 * type are judged when it is called, because what an organization may call changes.
 */
export function neverDialable(reach: Dialability): string | null {
  return reach.allowed || dependsOnSettings(reach.reason) ? null : reach.message;
}

function dependsOnSettings(reason: DialRefusal): boolean {
  return reason === 'country-not-allowed' || reason === 'number-type-not-allowed';
}

/** What keeps the number from reaching anyone by its form alone. */
function formProblem(e164: string): string | undefined {
  const problem = phoneLibrary().validatePhoneNumberLength(e164);
  if (problem === 'TOO_SHORT') return 'The number is too short for its country.';
  if (problem) return 'The number has a length that its country does not use.';
  // A trunk prefix behind the calling code would let a number pass the checks as another one than is dialed.
  const { canonical } = parseE164(e164);
  return canonical === e164 ? undefined : `The number holds a trunk prefix; without it, it is ${canonical}.`;
}

/**
 * Area codes begin with 2 to 9 (a 0 or 1 there is a prefix: +1 011 would leave the country) and never end in 11,
 * which marks service codes such as 411.
 */
function isAreaCode(digits: string): boolean {
  return /^[2-9]/.test(digits) && !digits.endsWith('11');
}

/**
 * Whether the caller is charged more than for a call to a subscriber: by the numbering plan, and in North America
 * also area code 900 and the information services at 976, as an exchange in any area or in place of one.
 */
function isSurcharged(e164: string, { callingCode, type }: PhoneNumberDescription): boolean {
  if (type === 'premium-rate' || type === 'shared-cost') return true;
  return callingCode === '1' && /^\+1(?:900|976|\d{3}976\d{4}$)/.test(e164);
}

function notAllowedMessage(candidates: string[], { country, callingCode }: PhoneNumberDescription): string {
  if (country) return `The number is in ${country}, which is not among the allowed countries.`;
  if (candidates.length === 0)
    return `Calling code +${callingCode} belongs to no country that could be allowed.`;
  return `No country with calling code +${callingCode} is among the allowed countries.`;
}

function refuse(reason: DialRefusal, message: string): Dialability {
  return { allowed: false, reason, message };
}
