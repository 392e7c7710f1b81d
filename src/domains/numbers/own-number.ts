import { dialability, isE164, neverDialable } from '../../platform/kernel/index.ts';

/**
 * The words for a number that cannot be added. They are the same whether it cannot be called or is another organization's,
 * so that they tell nobody which numbers others have.
 */
export const cannotBeAdded = 'cannot be added: it is not a number that can be called, or it is not yours';

/** What keeps a text from being a number that an organization can own, or null. An unassigned number passes. */
export function ownNumberProblem(text: string): string | null {
  if (!isE164(text)) return 'must be E.164, such as +15551234567';
  const reach = dialability(text, []);
  // Whether it is in an allowed country, or costs more to call, is of no concern for a number of one's own.
  if (reach.allowed || neverDialable(reach) === null || reach.reason === 'premium-rate') return null;
  return cannotBeAdded;
}
