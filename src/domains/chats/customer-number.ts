import { normalizePhoneNumber } from '../../platform/kernel/index.ts';

/** Variables of a chat that hold the customer's telephone number, the first that has one. */
const variables = ['customerNumber', 'phoneNumber'];

/**
 * The customer's telephone number (E.164), where the chat tells it: by a variable, or because the customer is known by
 * it. Null: it is not known.
 */
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
  // A number that others give in national format could be any id.
  const number = customerUniqueId.startsWith('+') ? normalizePhoneNumber(customerUniqueId) : null;
  return number && 'e164' in number ? number.e164 : null;
}
