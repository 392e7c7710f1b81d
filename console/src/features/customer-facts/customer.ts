/** The parameters that name a customer in the API. */
export type Customer = { phoneNumber: string } | { customerUniqueId: string };

const e164 = /^\+[1-9]\d{1,14}$/;

/** Returns the customer of a call or chat, or null for a caller without a number. */
export function customerOf(customerNumber: string | null, customerUniqueId?: string): Customer | null {
  if (customerNumber !== null && e164.test(customerNumber)) return { phoneNumber: customerNumber };
  return customerUniqueId === undefined ? null : { customerUniqueId };
}
