import { countryCandidates } from '../../platform/kernel/index.ts';
import { CarrierRefusal } from './refusal.ts';
import { parseSipAddress } from './sip-address.ts';
import { idOf } from './steps.ts';
import type { StoredConnection } from './store.ts';
import type { StepContext } from './vendors/vendor.ts';

/** Returns what the steps of a connection know. */
export function contextOf(stored: StoredConnection, sipPassword: string): StepContext {
  const { carrierConnectionId, sipAddress, steps } = stored;
  const numbers = steps.flatMap(({ phoneNumber }) => phoneNumber ?? []);
  return {
    label: `Parley ${carrierConnectionId}`,
    tag: tagOf(carrierConnectionId),
    sipAddress: parseSipAddress(sipAddress),
    sipPassword,
    countries: [...new Set(numbers.flatMap((number) => countryCandidates(number).slice(0, 1)))],
    idOf(kind) {
      const id = idOf(steps, kind);
      if (id === null) throw new CarrierRefusal('not-found');
      return id;
    },
  };
}

/** Letters and digits, at most 32, that begin with a letter: also the SIP user at the vendor. */
function tagOf(carrierConnectionId: string): string {
  return `parley${carrierConnectionId.slice(carrierConnectionId.indexOf('_') + 1).slice(-20)}`;
}
