import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { PriceList } from './schemas.ts';
import { findPrices } from './store.ts';

const never: PriceList = { version: 0, currency: null, prices: [], createdAt: null };

/** The organization's prices as they are now, or as they were in a version. */
export async function getPrices(scope: ReadScope, version: number | null): Promise<PriceList> {
  const found = await findPrices(scope.db, scope.actor.organizationId, version);
  if (found) return found;
  if (version !== null) throw notFound('prices');
  return never;
}
