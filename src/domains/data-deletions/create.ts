import { change, type Scope } from '../../platform/audit/index.ts';
import { assert, newId } from '../../platform/kernel/index.ts';
import type { PersonKey } from './person-patterns.ts';
import type { CreateDataDeletion, DataDeletion } from './schemas.ts';
import { findOpenDeletion, insertDeletion } from './store.ts';

/** Starts the deletion of a person's data. Returns the running deletion if there is one. */
export async function createDataDeletion(scope: Scope, input: CreateDataDeletion): Promise<DataDeletion> {
  const { organizationId, memberId } = scope.actor;
  const sought = soughtBy(input);
  return change(scope, async (tx) => {
    const dataDeletionId = newId('deletion');
    const made = await insertDeletion(tx, organizationId, { dataDeletionId, sought, requestedBy: memberId });
    if (made) return { result: made, audit: { verb: 'created', type: 'data_deletions', id: dataDeletionId } };
    const open = await findOpenDeletion(tx, organizationId, sought);
    assert(open, 'what could not be inserted is there');
    return { result: open, audit: [] };
  });
}

function soughtBy({ phoneNumber, customerUniqueId }: CreateDataDeletion): PersonKey {
  if (phoneNumber !== undefined) return { by: 'phoneNumber', value: phoneNumber };
  return { by: 'customerUniqueId', value: customerUniqueId! };
}
