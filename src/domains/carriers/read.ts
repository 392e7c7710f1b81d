import type { SecretKey } from '../../platform/access/index.ts';
import type { ReadScope } from '../../platform/audit/index.ts';
import { type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { type AccountParts, accountOf, asking } from './account.ts';
import type { CarrierConnection, CarrierNumberList, CarrierNumberQuery } from './schemas.ts';
import { findConnection, ownNumbersAmong, selectConnections, toConnection } from './store.ts';

/** Lists the organization's connections, newest first. */
export async function listConnections(
  { db, actor }: ReadScope,
  page: PageRequest,
): Promise<Page<CarrierConnection>> {
  const stored = await selectConnections(db, actor.organizationId, page);
  return pageOf(stored.map(toConnection), page.size, ({ createdAt, carrierConnectionId }) => ({
    createdAt,
    id: carrierConnectionId,
  }));
}

export async function getConnection(
  { db, actor }: ReadScope,
  carrierConnectionId: string,
): Promise<CarrierConnection> {
  const stored = await findConnection(db, actor.organizationId, carrierConnectionId);
  if (!stored) throw notFound('carrier connection');
  return toConnection(stored);
}

/** Asks the vendor for the numbers of the account, and for numbers on sale. */
export async function listNumbers(
  scope: ReadScope & AccountParts & { secret: SecretKey; admit: () => void },
  carrierConnectionId: string,
  { country, areaCode }: CarrierNumberQuery,
): Promise<CarrierNumberList> {
  const { db, actor, secret } = scope;
  const stored = await findConnection(db, actor.organizationId, carrierConnectionId);
  if (!stored) throw notFound('carrier connection');
  scope.admit();
  const account = await accountOf(scope, secret, stored);
  const [owned, available] = await asking(stored.vendor, () =>
    Promise.all([
      account.owned(),
      country === undefined ? Promise.resolve([]) : account.available(country, areaCode),
    ]),
  );
  const numbers = owned.map(({ phoneNumber }) => phoneNumber);
  const here = await ownNumbersAmong(db, actor.organizationId, numbers);
  return { owned: owned.map((one) => ({ ...one, isHere: here.has(one.phoneNumber) })), available };
}
