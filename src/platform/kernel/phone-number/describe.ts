import { isE164 } from './e164.ts';
import { splitCallingCode } from './metadata.ts';
import { parseE164 } from './parse.ts';

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

/** What the numbering plans say about a number; a number they do not know has no country and type `unknown`. */
export interface PhoneNumberDescription {
  /** ISO 3166 alpha-2; null when it cannot be told, or when the calling code belongs to no country. */
  country: string | null;
  /** Without the plus; null when no such calling code is assigned. */
  callingCode: string | null;
  /** The three digits after +1; null outside the North American Numbering Plan. */
  areaCode: string | null;
  type: PhoneNumberType;
}

/** What is known about an E.164 number; a text that is none is described as unknown. */
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
 * The countries that the number may belong to: its own where that can be told, else all that share its calling
 * code (the main one first), and none where the code belongs to no country.
 */
export function countryCandidates(e164: string): string[] {
  const { country } = describePhoneNumber(e164);
  if (country) return [country];
  return [...((isE164(e164) ? splitCallingCode(e164.slice(1))?.countries : undefined) ?? [])];
}
