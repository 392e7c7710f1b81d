import { change, type Scope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { deleteSuppressionRow } from './store.ts';

/** Removes a suppression: the customer may be called again. */
export async function deleteSuppression(scope: Scope, suppressionId: string): Promise<void> {
  return change(scope, async (tx) => {
    const isDeleted = await deleteSuppressionRow(tx, scope.actor.organizationId, suppressionId);
    if (!isDeleted) throw notFound('suppression');
    return { result: undefined, audit: { verb: 'deleted', type: 'suppressions', id: suppressionId } };
  });
}
