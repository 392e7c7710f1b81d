import type { Queryable } from '../../platform/db/index.ts';
import { costOf, type UsedUnits } from './cost-of.ts';
import type { CallCost } from './cost-schemas.ts';
import type { PriceList } from './schemas.ts';
import { findPrices } from './store.ts';

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

  async of(
    priceVersion: number | null,
    usage: readonly UsedUnits[],
    usageIsComplete: boolean,
  ): Promise<CallCost | null> {
    if (priceVersion === null) return null;
    const known = this.#lists.get(priceVersion);
    const prices = known ?? (await findPrices(this.#db, this.#organizationId, priceVersion));
    this.#lists.set(priceVersion, prices);
    return prices && costOf(prices, usage, usageIsComplete);
  }
}
