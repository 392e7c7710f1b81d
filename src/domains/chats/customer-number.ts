import { normalizePhoneNumber } from '../../platform/kernel/index.ts';

/** Chat variables that may hold the customer's telephone number, in order of precedence. */
const variables = ['customerNumber', 'phoneNumber'];

/** Returns the customer's telephone number (E.164) from a variable or from the customer's id, or null. */
export function customerNumberOf(chat: {
  customerUniqueId: string;
  chatVariables: Record<string, unknown>;
}): string | null {
  const { customerUniqueId, chatVariables } = chat;
  for (const name of variables) {
    const value = Object.hasOwn(chatVariables, name) ? chatVariables[name] : null;
    const number = typeof value === 'string' ? normalizePhoneNumber(value) : null;
    if (number && 'e164' in number) return number.e164;
  }
  // A number in national format could be any id.
  const number = customerUniqueId.startsWith('+') ? normalizePhoneNumber(customerUniqueId) : null;
  return number && 'e164' in number ? number.e164 : null;
}
