import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { PriceList } from './schemas.ts';
import { findPrices } from './store.ts';

const never: PriceList = { version: 0, currency: null, prices: [], createdAt: null };

/** Returns the organization's current prices, or those of a version. */
export async function getPrices(scope: ReadScope, version: number | null): Promise<PriceList> {
  const found = await findPrices(scope.db, scope.actor.organizationId, version);
  if (found) return found;
  if (version !== null) throw notFound('prices');
  return never;
}
