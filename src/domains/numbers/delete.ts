import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { assignmentEntries } from './assignments.ts';
import { deletePhoneNumberRow, lockPhoneNumberForDeletion, usersOfPhoneNumber } from './store.ts';

export async function deletePhoneNumber(
  scope: Scope & { notifier: Notifier },
  phoneNumberId: string,
): Promise<void> {
  const { organizationId } = scope.actor;
  await change(scope, async (tx) => {
    const number = await lockPhoneNumberForDeletion(tx, organizationId, phoneNumberId);
    if (!number) throw notFound('phone number');
    const users = await usersOfPhoneNumber(tx, organizationId, phoneNumberId);
    if (users.length > 0) {
      throw conflict('phone_number.in_use', `The phone number is in use by ${users.join(', ')}.`);
    }
    await deletePhoneNumberRow(tx, organizationId, phoneNumberId);
    const { phoneNumber: label } = number;
    const unassigned = await assignmentEntries(tx, organizationId, number, null);
    const deleted = { verb: 'deleted', type: 'phone_numbers', id: phoneNumberId, label } as const;
    return { result: undefined, audit: [...unassigned, deleted] };
  });
  scope.notifier.notify('parley_config');
}
