import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { PhoneNumber } from './schemas.ts';
import { findPhoneNumber, selectPhoneNumbers } from './store/numbers.ts';

export async function getPhoneNumber(scope: ReadScope, phoneNumberId: string): Promise<PhoneNumber> {
  const number = await findPhoneNumber(scope.db, scope.actor.organizationId, phoneNumberId);
  if (!number) throw notFound('phone number');
  return number;
}

/** Lists the organization's phone numbers, newest first. */
export async function listPhoneNumbers(
  scope: ReadScope,
  { trunkId }: { trunkId?: string | undefined },
  page: NamedPageRequest,
): Promise<Page<PhoneNumber>> {
  const search = page.search && asWritten(page.search);
  const numbers = await selectPhoneNumbers(scope.db, scope.actor.organizationId, trunkId ?? null, {
    ...page,
    search,
  });
  return pageOf(numbers, page.size, ({ createdAt, phoneNumberId }) => ({ createdAt, id: phoneNumberId }));
}

/** Returns the digits of a search text as they appear in a number: `(202) 555-01` matches `+12025550100`. */
function asWritten(search: string): string {
  return search.replaceAll(/[\s().-]/g, '');
}
