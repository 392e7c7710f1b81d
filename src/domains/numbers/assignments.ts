import type { AuditEntry } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import type { PhoneNumber } from './schemas.ts';
import { namesOfAssigned } from './store.ts';

/** The fields of a number that refer to other resources. */
type Assigned = Pick<PhoneNumber, 'inboundAgentId' | 'trunkId' | 'fallbackTrunkIds'>;

/**
 * Returns the audit entries for agents and trunks that a change unassigns and assigns. null: no number before or after.
 * A trunk that only moves in the order stays assigned.
 */
export async function assignmentEntries(
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
