import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { changesNothing, invalid, notFound, withChanges } from '../../platform/kernel/index.ts';
import { assignmentEntries } from './assignments.ts';
import { checkTrunkOrder, holdReferences, namingFields } from './references.ts';
import type { PhoneNumber, UpdatePhoneNumber } from './schemas.ts';
import {
  lockPhoneNumber,
  updatePhoneNumberRow,
  wakeCallsOfPhoneNumber,
  wakeCallsWithoutNumber,
} from './store.ts';

/** Changes the given fields. With another trunk, the calls that were held for want of one are due at once. */
export async function updatePhoneNumber(
  scope: Scope & { notifier: Notifier },
  phoneNumberId: string,
  input: UpdatePhoneNumber,
): Promise<PhoneNumber> {
  const { organizationId } = scope.actor;
  const number = await change(scope, async (tx) => {
    const current = await lockPhoneNumber(tx, organizationId, phoneNumberId);
    if (!current) throw notFound('phone number');
    if (changesNothing(input)) return { result: current, audit: [] };
    const { phoneNumber } = current;
    if (input.phoneNumber !== undefined && input.phoneNumber !== phoneNumber) {
      throw invalid('phoneNumber', 'cannot be changed; create another phone number instead');
    }
    await holdReferences(tx, organizationId, input);
    const values = withChanges(current, input);
    checkTrunkOrder(values);
    const updated = await namingFields(updatePhoneNumberRow(tx, organizationId, phoneNumberId, values));
    const trunksOf = (it: PhoneNumber) => [it.trunkId, ...it.fallbackTrunkIds].join(' ');
    if (updated.trunkId !== null && trunksOf(updated) !== trunksOf(current)) {
      await wakeCallsOfPhoneNumber(tx, organizationId, phoneNumberId);
    }
    if (isMoreUsable(updated, current)) await wakeCallsWithoutNumber(tx, organizationId);
    const entry = { verb: 'updated', type: 'phone_numbers', id: phoneNumberId, label: phoneNumber } as const;
    const assigned = await assignmentEntries(tx, organizationId, current, updated);
    return { result: updated, audit: [entry, ...assigned] };
  });
  scope.notifier.notify('parley_config');
  scope.notifier.notify('parley_calls');
  return number;
}

/** Whether the number may be called from more often than before, or for more customers. */
function isMoreUsable(updated: PhoneNumber, current: PhoneNumber): boolean {
  const most = ({ maxCallsPerDay }: PhoneNumber) => maxCallsPerDay ?? Number.POSITIVE_INFINITY;
  return most(updated) > most(current) || (updated.localPresence && !current.localPresence);
}
