import type { PhoneNumberType } from './describe.ts';

/**
 * The types of numbers that an organization may allow. Premium-rate and shared-cost numbers are never dialed. `unknown`
 * covers numbers that the numbering plans do not classify, such as newer ranges.
 */
export const allowableNumberTypes = [
  'fixed-line',
  'mobile',
  'fixed-line-or-mobile',
  'toll-free',
  'voip',
  'uan',
  'personal-number',
  'pager',
  'voicemail',
  'unknown',
] as const satisfies readonly PhoneNumberType[];
export type AllowableNumberType = (typeof allowableNumberTypes)[number];

/**
 * The types that are dialed by default: numbers where people or offices answer at a usual price. The price of personal
 * numbers is unknown to the caller, and nothing answers at pagers and mailboxes.
 */
export const usualNumberTypes: readonly AllowableNumberType[] = [
  'fixed-line',
  'mobile',
  'fixed-line-or-mobile',
  'toll-free',
  'voip',
  'uan',
  'unknown',
];
