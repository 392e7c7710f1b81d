import type { ReadScope } from '../audit/index.ts';
import { type Page, type PageRequest, pageOf } from '../http/index.ts';
import type { PhoneNumber } from './schemas.ts';
import { selectPhoneNumbers } from './store.ts';

/** The organization's phone numbers, newest first. */
export async function listPhoneNumbers(scope: ReadScope, page: PageRequest): Promise<Page<PhoneNumber>> {
  const numbers = await selectPhoneNumbers(scope.db, scope.actor.organizationId, page);
  return pageOf(numbers, page.size, ({ createdAt, phoneNumberId }) => ({ createdAt, id: phoneNumberId }));
}
