import { isE164 } from './e164.ts';
import { splitCallingCode } from './metadata.ts';
import { isHeldBy, parseE164 } from './parse.ts';

export type PhoneNumberType =
  | 'fixed-line'
  | 'mobile'
  | 'fixed-line-or-mobile'
  | 'premium-rate'
  | 'toll-free'
  | 'shared-cost'
  | 'voip'
  | 'personal-number'
  | 'pager'
  | 'uan'
  | 'voicemail'
  | 'unknown';

/** The facts about a number in the numbering plans. An unknown number has no country and type `unknown`. */
export interface PhoneNumberDescription {
  /** ISO 3166 alpha-2. `null` when it is ambiguous, or when the calling code belongs to no country. */
  country: string | null;
  /** Without the plus. `null` when no such calling code is assigned. */
  callingCode: string | null;
  /** The three digits after +1. `null` outside the North American Numbering Plan. */
  areaCode: string | null;
  type: PhoneNumberType;
}

/** Describes an E.164 number. Any other text is described as unknown. */
export function describePhoneNumber(e164: string): PhoneNumberDescription {
  const plan = isE164(e164) ? splitCallingCode(e164.slice(1)) : undefined;
  if (!plan) return { country: null, callingCode: null, areaCode: null, type: 'unknown' };
  const { country, type } = parseE164(e164);
  return {
    country,
    callingCode: plan.callingCode,
    areaCode: plan.callingCode === '1' && plan.national.length === 10 ? plan.national.slice(0, 3) : null,
    type: type ? (type.toLowerCase().replaceAll('_', '-') as PhoneNumberType) : 'unknown',
  };
}

/**
 * Returns the possible countries of a number: its own when that is unambiguous, otherwise all that share its calling
 * code (the main one first). Empty when the code belongs to no country.
 */
export function countryCandidates(e164: string): string[] {
  const { country } = describePhoneNumber(e164);
  if (country) return [country];
  return [...((isE164(e164) ? splitCallingCode(e164.slice(1))?.countries : undefined) ?? [])];
}

/**
 * Returns every country whose numbering plan holds the number: several for a toll-free number that countries share,
 * such as +1 800. Returns `countryCandidates` when no plan holds it.
 */
export function countriesThatHold(e164: string): string[] {
  const candidates = countryCandidates(e164);
  const sharing = isE164(e164) ? (splitCallingCode(e164.slice(1))?.countries ?? []) : [];
  if (candidates.length !== 1 || sharing.length < 2) return candidates;
  return sharing.filter((country) => candidates.includes(country) || isHeldBy(e164, country));
}
