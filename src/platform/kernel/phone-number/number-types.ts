import type { PhoneNumberType } from './describe.ts';

/**
 * The types of numbers that an organization may allow; premium-rate and shared-cost ones are never dialed. `unknown` is
 * what the numbering plans do not tell, such as ranges that are newer than they are.
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
 * What is dialed unless an organization says otherwise: where a person or an office answers, at a usual price. Personal
 * numbers follow their owner at a price that the caller does not see, and at pagers and mailboxes nobody answers.
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
