/** The customers of test chats, which members begin on the page of an agent. */
const prefix = 'console-';

/** Returns the customer's id in the test chats of a member. */
export function testCustomer(memberId: string): string {
  return `${prefix}${memberId}`;
}

/** Returns the member who tests in a chat, or null for a customer. */
export function testerOf(customerUniqueId: string): string | null {
  return customerUniqueId.startsWith(`${prefix}member_`) ? customerUniqueId.slice(prefix.length) : null;
}
