import { usePick } from '../picks/index.ts';
import { testerOf } from './tests.ts';

/** Returns the id of a customer as its system gave it, or the member who tests an agent. */
export function useCustomerName(customerUniqueId: string): string {
  const memberId = testerOf(customerUniqueId);
  const member = usePick('members', memberId);
  return memberId === null ? customerUniqueId : `Test by ${member?.label ?? memberId}`;
}

export function CustomerName({ id }: { id: string }) {
  return useCustomerName(id);
}
