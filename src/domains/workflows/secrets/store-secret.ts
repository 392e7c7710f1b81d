import type { SecretKey } from '../../../platform/access/index.ts';
import { change, type Scope } from '../../../platform/audit/index.ts';
import { conflict, newId, notFound } from '../../../platform/kernel/index.ts';
import { placeOfSecret } from './open.ts';
import { type StoreWorkflowSecret, secretsMax, type WorkflowSecret } from './schemas.ts';
import { countOthers, deleteSecretRow, putSecretRow } from './store.ts';

/** Stores a secret, replacing one with the same name. Steps that begin from now on use it. */
export async function storeWorkflowSecret(
  scope: Scope & { secret: SecretKey },
  { name, value, allowedOrigins }: StoreWorkflowSecret,
): Promise<WorkflowSecret> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    if ((await countOthers(tx, organizationId, name)) >= secretsMax) {
      throw conflict(
        'workflow_secret.too_many',
        `The organization has the maximum of ${secretsMax} workflow secrets. Delete one first.`,
      );
    }
    const secretId = newId('wsecret');
    const sealed = scope.secret.seal(value, placeOfSecret(organizationId, name));
    const { secret, isNew } = await putSecretRow(
      tx,
      { organizationId, secretId, name },
      sealed,
      allowedOrigins,
    );
    const verb = isNew ? 'created' : 'updated';
    return {
      result: secret,
      audit: { verb, type: 'workflow_secrets', id: secret.workflowSecretId, label: name },
    };
  });
}

/** Deletes a secret. Steps that refer to it fail from now on. */
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
