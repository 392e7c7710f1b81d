import { change, type Scope } from '../../platform/audit/index.ts';
import { invalid } from '../../platform/kernel/index.ts';
import { holdTrunks } from '../trunks/index.ts';
import type { PriceList, SetPrices } from './schemas.ts';
import { insertPrices } from './store.ts';

/** Sets the organization's prices for calls that end from now on. */
export async function setPrices(scope: Scope, input: SetPrices): Promise<PriceList> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const named = input.prices.map((price) => (price.kind === 'telephony' ? price.trunkId : null));
    const known = new Set(
      await holdTrunks(tx, organizationId, [...new Set(named.filter((id) => id !== null))]),
    );
    const unknown = named.findIndex((id) => id !== null && !known.has(id));
    if (unknown !== -1) throw invalid(`prices.${unknown}.trunkId`, 'must be the id of a trunk');
    const result = await insertPrices(tx, organizationId, input);
    const label = `Version ${result.version}, ${result.currency}`;
    return { result, audit: { verb: 'updated', type: 'prices', id: organizationId, label } };
  });
}
