import { dialability, isE164, neverDialable } from '../kernel/index.ts';

/** What keeps a text from being a number that an organization can own, or null. An unassigned number passes. */
export function ownNumberProblem(text: string): string | null {
  if (!isE164(text)) return 'must be E.164, such as +15551234567';
  const reach = dialability(text, []);
  // Whether it is in an allowed country, or costs more to call, is of no concern for a number of one's own.
  if (reach.allowed || neverDialable(reach) === null || reach.reason === 'premium-rate') return null;
  return `is no number that can be called. ${reach.message}`;
}
