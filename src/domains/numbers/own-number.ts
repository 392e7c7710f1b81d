import { e164Problem, isE164 } from '../../platform/kernel/index.ts';
import { dialability, neverDialable } from '../rules/index.ts';

/**
 * The same message whether the number is invalid or belongs to another organization, so that it does not reveal which
 * numbers others have.
 */
export const cannotBeAdded = 'cannot be added: it is not a valid number, or it is not yours';

/** No complete number is that short: the shortest have a country code of three digits and four more. */
const extensionPattern = /^\+?\d{1,6}$/;

const extensionProblem = `${e164Problem}. An extension such as 101 belongs to a telephone system: have that system send calls for it to such a number`;

/** Returns why a text cannot be an organization's own number, or null. Unassigned numbers are accepted. */
export function ownNumberProblem(text: string): string | null {
  if (extensionPattern.test(text)) return extensionProblem;
  if (!isE164(text)) return e164Problem;
  const reach = dialability(text, []);
  // Allowed countries and prices do not matter for one's own number.
  if (reach.allowed || neverDialable(reach) === null || reach.reason === 'premium-rate') return null;
  return cannotBeAdded;
}
