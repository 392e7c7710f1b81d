import { type AuditEntry, change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier, Queryable } from '../../platform/db/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { conflict, invalid, newId, notFound } from '../../platform/kernel/index.ts';
import { wakeCallsOfNumber, wakeCallsWithoutNumber } from '../call-queue/index.ts';
import { checkClaim, checkTrunkOrder, holdReferences, namingFields } from './references.ts';
import type { CreatePhoneNumber, PhoneNumber, UpdatePhoneNumber } from './schemas.ts';
import {
  deletePhoneNumberRow,
  insertPhoneNumber,
  lockPhoneNumber,
  lockPhoneNumberForDeletion,
  namesOfAssigned,
  updatePhoneNumberRow,
  usersOfPhoneNumber,
} from './store/numbers.ts';

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

/** Changes the given fields. A different trunk makes calls held for a missing trunk due at once. */
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
      throw invalid('phoneNumber', 'cannot be changed. Create another phone number instead');
    }
    await holdReferences(tx, organizationId, input);
    const values = withChanges(current, input);
    checkTrunkOrder(values);
    const updated = await namingFields(updatePhoneNumberRow(tx, organizationId, phoneNumberId, values));
    const trunksOf = (it: PhoneNumber) => [it.trunkId, ...it.fallbackTrunkIds].join(' ');
    if (updated.trunkId !== null && trunksOf(updated) !== trunksOf(current)) {
      await wakeCallsOfNumber(tx, organizationId, phoneNumberId);
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

/** Returns whether the number may be dialed from more often, or for more customers, than before. */
function isMoreUsable(updated: PhoneNumber, current: PhoneNumber): boolean {
  const most = ({ maxCallsPerDay }: PhoneNumber) => maxCallsPerDay ?? Number.POSITIVE_INFINITY;
  return most(updated) > most(current) || (updated.localPresence && !current.localPresence);
}

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

/** The fields of a number that refer to other resources. */
type Assigned = Pick<PhoneNumber, 'inboundAgentId' | 'trunkId' | 'fallbackTrunkIds'>;

/**
 * Returns the audit entries for agents and trunks that a change unassigns and assigns. null: no number before or after.
 * A trunk that only moves in the order stays assigned.
 */
async function assignmentEntries(
  db: Queryable,
  organizationId: string,
  before: Assigned | null,
  after: Assigned | null,
): Promise<AuditEntry[]> {
  const [had, has] = [assignedIds(before), assignedIds(after)];
  const removed = had.filter((id) => !has.includes(id));
  const added = has.filter((id) => !had.includes(id));
  if (removed.length + added.length === 0) return [];
  const names = await namesOfAssigned(db, organizationId, [...removed, ...added]);
  const entries = (verb: 'assigned' | 'unassigned', ids: string[]) =>
    ids.flatMap((id) => {
      const named = names.find((one) => one.id === id);
      return named ? [{ verb, type: named.type, id, label: named.name }] : [];
    });
  return [...entries('unassigned', removed), ...entries('assigned', added)];
}

function assignedIds(number: Assigned | null): string[] {
  if (number === null) return [];
  const { inboundAgentId, trunkId, fallbackTrunkIds } = number;
  return [inboundAgentId, trunkId, ...fallbackTrunkIds].filter((id) => id !== null);
}
