import type { SecretKey } from '../../platform/access/index.ts';
import type { Egress } from '../../platform/egress/index.ts';
import { ApiError, invalid } from '../../platform/kernel/index.ts';
import { adviceOn, CarrierRefusal } from './refusal.ts';
import { openSecrets } from './sealed-secrets.ts';
import type { StoredConnection } from './store.ts';
import { openVendor, vendorLabels } from './vendors/open-vendor.ts';
import type { CarrierVendor } from './vendors/vendor.ts';

/** How requests reach vendors. */
export interface AccountParts {
  openEgress: () => Promise<Egress>;
  testUrl: string | null;
}

/** Returns the account of a connection at its vendor. */
export async function accountOf(
  { openEgress, testUrl }: AccountParts,
  secret: SecretKey,
  stored: StoredConnection,
): Promise<CarrierVendor> {
  const outlet = (await openEgress()).of(stored.organizationId, 'carriers');
  return openVendor({ outlet, testUrl }, { ...stored, key: openSecrets(secret, stored).key });
}

/** Asks a vendor within a request. A refusal becomes an error that says what to do. */
export async function asking<Answer>(
  vendor: StoredConnection['vendor'],
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CarrierRefusal)) throw error;
    const { reason, vendorMessage, ownMessage } = error;
    const words = vendorMessage === null ? '' : ` ${vendorLabels[vendor]} says: ${vendorMessage}`;
    const message = `${ownMessage ?? adviceOn(reason, vendorLabels[vendor])}${words}`;
    if (reason === 'wrong-key' || reason === 'not-found') throw invalid('secret', message);
    throw new ApiError(409, `carrier.${reason.replaceAll('-', '_')}`, message);
  }
}
