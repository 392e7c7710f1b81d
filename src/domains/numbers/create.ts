import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { assignmentEntries } from './assignments.ts';
import { checkClaim, checkTrunkOrder, holdReferences, namingFields } from './references.ts';
import type { CreatePhoneNumber, PhoneNumber } from './schemas.ts';
import { insertPhoneNumber, wakeCallsWithoutNumber } from './store.ts';

export async function createPhoneNumber(
  scope: Scope & { notifier: Notifier },
  input: CreatePhoneNumber,
): Promise<PhoneNumber> {
  const { organizationId } = scope.actor;
  checkTrunkOrder(input);
  const number = await change(scope, async (tx) => {
    await holdReferences(tx, organizationId, input);
    await checkClaim(tx, organizationId, input.phoneNumber);
    const created = await namingFields(insertPhoneNumber(tx, organizationId, newId('number'), input));
    if (created.localPresence) await wakeCallsWithoutNumber(tx, organizationId);
    const { phoneNumberId: id, phoneNumber: label } = created;
    const assigned = await assignmentEntries(tx, organizationId, null, created);
    return { result: created, audit: [{ verb: 'created', type: 'phone_numbers', id, label }, ...assigned] };
  });
  scope.notifier.notify('parley_config');
  return number;
}
