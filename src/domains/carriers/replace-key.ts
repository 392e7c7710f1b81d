import type { SecretKey } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import { invalid, notFound } from '../../platform/kernel/index.ts';
import { type AccountParts, asking } from './account.ts';
import type { CarrierConnection, ReplaceCarrierKey } from './schemas.ts';
import { lastFourOf, openSecrets, sealSecrets } from './sealed-secrets.ts';
import { findConnection, lockConnection, replaceKeyOf, toConnection } from './store.ts';
import { openVendor } from './vendors/open-vendor.ts';

/** Checks another key for the same account with the vendor, and stores it. A run goes on with it from its next step. */
export async function replaceKey(
  scope: Scope & AccountParts & { secret: SecretKey },
  carrierConnectionId: string,
  { apiKeySid, secret: key }: ReplaceCarrierKey,
): Promise<CarrierConnection> {
  const { organizationId } = scope.actor;
  const found = await findConnection(scope.db, organizationId, carrierConnectionId);
  if (!found) throw notFound('carrier connection');
  const { vendor, accountSid } = found;
  if (vendor !== 'twilio' && apiKeySid !== null)
    throw invalid('apiKeySid', 'must be left out: only Twilio has it');
  const outlet = (await scope.openEgress()).of(organizationId, 'carriers');
  const account = openVendor({ outlet, testUrl: scope.testUrl }, { vendor, accountSid, apiKeySid, key });
  await asking(vendor, () => account.check());
  return change(scope, async (tx) => {
    const stored = await lockConnection(tx, organizationId, carrierConnectionId);
    if (!stored) throw notFound('carrier connection');
    const { sipPassword } = openSecrets(scope.secret, stored);
    const replaced = await replaceKeyOf(tx, stored, {
      apiKeySid,
      sealedSecrets: sealSecrets(scope.secret, stored, { key, sipPassword }),
      lastFour: lastFourOf(key),
    });
    const audit = { verb: 'updated', type: 'carrier_connections', id: carrierConnectionId } as const;
    return { result: toConnection(replaced), audit: { ...audit, label: stored.name } };
  });
}
