import type { ReadScope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { type Asked, costOf, type UsedUnits } from './cost-of.ts';
import type { CallCost } from './cost-schemas.ts';
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

/**
 * Computes the costs of many records, each with its own price version, which is read once. null when there were no
 * prices. Versions never change, so a repeated computation yields the same cost.
 */
export class Costs {
  readonly #db: Queryable;
  readonly #organizationId: string;
  readonly #lists = new Map<number, PriceList | null>();

  constructor(db: Queryable, organizationId: string) {
    this.#db = db;
    this.#organizationId = organizationId;
  }

  async of(priceVersion: number | null, usage: readonly UsedUnits[], asked: Asked): Promise<CallCost | null> {
    if (priceVersion === null) return null;
    const known = this.#lists.get(priceVersion);
    const prices = known ?? (await findPrices(this.#db, this.#organizationId, priceVersion));
    this.#lists.set(priceVersion, prices);
    return prices && costOf(prices, usage, asked);
  }
}
