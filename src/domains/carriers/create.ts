import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { SecretKey } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import { invalid, newId } from '../../platform/kernel/index.ts';
import { type AccountParts, asking } from './account.ts';
import type { CarrierConnection, CreateCarrierConnection } from './schemas.ts';
import { lastFourOf, sealSecrets } from './sealed-secrets.ts';
import {
  type OwnSipAddress,
  ownSipAddress,
  parseSipAddress,
  type SipAddress,
  sipAddressText,
} from './sip-address.ts';
import { insertConnection, toConnection } from './store.ts';
import { openVendor, vendorLabels } from './vendors/open-vendor.ts';

interface CreateScope extends Scope, AccountParts {
  secret: SecretKey;
  own: OwnSipAddress;
  egressAllow: readonly string[];
}

const noAddress =
  'is needed, because this installation has no public address: set PARLEY_PUBLIC_ADDRESS, or give the address at which the carrier reaches it, such as sip.example.com:5060';

/** Checks the key with the vendor and stores it. Nothing is made at the vendor. */
export async function createConnection(
  scope: CreateScope,
  input: CreateCarrierConnection,
): Promise<CarrierConnection> {
  const { vendor, accountSid, apiKeySid, secret: key } = input;
  const { organizationId, memberId, requestId } = scope.actor;
  checkFields(input);
  const sipAddress = await sipAddressOf(scope, input.sipAddress);
  const outlet = (await scope.openEgress()).of(organizationId, 'carriers');
  const account = openVendor({ outlet, testUrl: scope.testUrl }, { vendor, accountSid, apiKeySid, key });
  await asking(vendor, () => account.check());
  const place = { organizationId, carrierConnectionId: newId('carrier') };
  const sipPassword = randomBytes(18).toString('base64url');
  return change(scope, async (tx) => {
    const stored = await insertConnection(tx, {
      ...{ ...place, vendor, accountSid, apiKeySid, memberId, requestId },
      name: input.name ?? vendorLabels[vendor],
      // Twilio asks for a capital, a small letter and a digit.
      sealedSecrets: sealSecrets(scope.secret, place, { key, sipPassword: `Aa1${sipPassword}` }),
      lastFour: lastFourOf(key),
      sipAddress: sipAddressText(sipAddress),
    });
    const audit = { verb: 'created', type: 'carrier_connections' } as const;
    return {
      result: toConnection(stored),
      audit: { ...audit, id: place.carrierConnectionId, label: stored.name },
    };
  });
}

function checkFields({ vendor, accountSid, apiKeySid }: CreateCarrierConnection): void {
  if (vendor === 'twilio') {
    if (accountSid === null) throw invalid('accountSid', 'is required for Twilio');
    return;
  }
  if (accountSid !== null) throw invalid('accountSid', 'must be left out: only Twilio has it');
  if (apiKeySid !== null) throw invalid('apiKeySid', 'must be left out: only Twilio has it');
}

/** Returns the given address, or that of the settings. Throws 400 for an address that no carrier reaches. */
async function sipAddressOf({ own, egressAllow }: CreateScope, given: string | null): Promise<SipAddress> {
  const address = given === null ? ownSipAddress(own) : parseSipAddress(given);
  if (address === null) throw invalid('sipAddress', noAddress);
  if (isIP(address.host) === 0) return address;
  const { AddressRules } = await import('../../platform/egress/index.ts');
  if (new AddressRules(egressAllow).permits(address.host)) return address;
  if (given === null) throw invalid('sipAddress', noAddress);
  throw invalid('sipAddress', 'must be a public address, because the carrier sends calls there');
}
