import {
  countriesThatHold,
  countryCandidates,
  describePhoneNumber,
  isE164,
  isEmergencyNumber,
  type PhoneNumberDescription,
  type PhoneNumberType,
  phoneLibrary,
  usualNumberTypes,
  withoutTrunkPrefix,
} from '../../../platform/kernel/index.ts';

type DialRefusal =
  | 'emergency'
  | 'premium-rate'
  | 'number-type-not-allowed'
  | 'country-not-allowed'
  | 'invalid';
export type Dialability = { allowed: true } | { allowed: false; reason: DialRefusal; message: string };

/**
 * Returns whether a call may be placed to the number at all. `allowedCountries` are ISO 3166-1 alpha-2 codes in capitals.
 * A number that several countries share, or whose country is ambiguous, passes when any of these countries is allowed.
 * A possible but unassigned number passes, because only the carrier knows new ranges. `allowedTypes` never admits
 * surcharged numbers.
 */
export function dialability(
  e164: string,
  allowedCountries: readonly string[],
  allowedTypes: readonly PhoneNumberType[] = usualNumberTypes,
): Dialability {
  if (isEmergencyNumber(e164)) return refuse('emergency', 'Emergency numbers are never dialed.');
  if (!isE164(e164))
    return refuse('invalid', 'The number is not a telephone number with its country, such as +14155550123.');
  const description = describePhoneNumber(e164);
  if (description.callingCode === null) {
    return refuse('invalid', 'No country calling code begins like this number.');
  }
  if (isSurcharged(e164, description)) {
    return refuse('premium-rate', 'Premium-rate and shared-cost numbers are never dialed.');
  }
  const problem = formProblem(e164, description);
  if (problem) return refuse('invalid', problem);
  if (description.areaCode && !isAreaCode(description.areaCode)) {
    return refuse('invalid', `+1 ${description.areaCode} is not an area code.`);
  }
  if (!allowedTypes.includes(description.type)) {
    const message = `The number is of the type ${description.type}, which is not among the allowed ones.`;
    return refuse('number-type-not-allowed', message);
  }
  const candidates = countryCandidates(e164);
  const isAllowed = (country: string) => allowedCountries.includes(country);
  if (candidates.some(isAllowed) || countriesThatHold(e164).some(isAllowed)) return { allowed: true };
  return refuse('country-not-allowed', notAllowedMessage(candidates, description));
}

/**
 * Returns why a destination is never dialed, whatever the organization may call, or null. Country and type are left out,
 * because the organization's settings may change before the call.
 */
export function neverDialable(reach: Dialability): string | null {
  return reach.allowed || dependsOnSettings(reach.reason) ? null : reach.message;
}

function dependsOnSettings(reason: DialRefusal): boolean {
  return reason === 'country-not-allowed' || reason === 'number-type-not-allowed';
}

/** Returns why no number can have this form. */
function formProblem(e164: string, { type }: PhoneNumberDescription): string | undefined {
  // A number whose type is known has a length of that type.
  const problem = type === 'unknown' ? phoneLibrary().validatePhoneNumberLength(e164) : undefined;
  if (problem === 'TOO_SHORT') return 'The number is too short for its country.';
  if (problem) return 'The number has a length that its country does not use.';
  // With a trunk prefix behind the calling code, the checked number would differ from the dialed one.
  const canonical = withoutTrunkPrefix(e164);
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
 * Returns whether the caller pays more than for a call to a subscriber: by the numbering plan, and in North America also
 * at area code 900 and at 976, as the exchange of any area or in place of an area.
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
