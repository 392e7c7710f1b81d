import { change, type Scope } from '../../../platform/audit/index.ts';
import { notFound } from '../../../platform/kernel/index.ts';
import { deleteSecretRow } from './store.ts';

/** Deletes a secret; steps that refer to it fail from now on. */
export async function deleteWorkflowSecret(scope: Scope, secretId: string): Promise<void> {
  return change(scope, async (tx) => {
    const name = await deleteSecretRow(tx, scope.actor.organizationId, secretId);
    if (name === null) throw notFound('workflow secret');
    return {
      result: undefined,
      audit: { verb: 'deleted', type: 'workflow_secrets', id: secretId, label: name },
    };
  });
}
