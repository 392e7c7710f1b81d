import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import type { PhoneNumber } from './schemas.ts';
import { selectPhoneNumbers } from './store.ts';

/** The organization's phone numbers, newest first. */
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

/** What is searched as it stands in a number: `(202) 555-01` is in `+12025550100`. */
function asWritten(search: string): string {
  return search.replaceAll(/[\s().-]/g, '');
}
