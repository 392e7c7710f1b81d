/** The person whom facts are about: a telephone number in E.164, or the id in chats where no number is known. */
export interface Customer {
  knownBy: 'phoneNumber' | 'customerUniqueId';
  value: string;
}

const e164 = /^\+[1-9]\d{1,14}$/;

/**
 * Returns the customer of a call or chat, or null when it has neither a number nor an id. A caller without a number, such
 * as `anonymous`, has none.
 */
export function customerOf({
  customerNumber,
  customerUniqueId = null,
}: {
  customerNumber: string | null;
  customerUniqueId?: string | null;
}): Customer | null {
  if (customerNumber !== null && e164.test(customerNumber))
    return { knownBy: 'phoneNumber', value: customerNumber };
  return customerUniqueId === null ? null : { knownBy: 'customerUniqueId', value: customerUniqueId };
}
