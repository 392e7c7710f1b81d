import type { SecretKey } from '../../../platform/access/index.ts';
import { change, type Scope } from '../../../platform/audit/index.ts';
import { conflict, newId } from '../../../platform/kernel/index.ts';
import { placeOfSecret } from './open.ts';
import { type StoreWorkflowSecret, secretsMax, type WorkflowSecret } from './schemas.ts';
import { countOthers, putSecretRow } from './store.ts';

/** Stores a secret under its name, in place of what was there. Steps that begin from now on are sent with it. */
export async function storeWorkflowSecret(
  scope: Scope & { secret: SecretKey },
  { name, value, allowedOrigins }: StoreWorkflowSecret,
): Promise<WorkflowSecret> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    if ((await countOthers(tx, organizationId, name)) >= secretsMax) {
      throw conflict('workflow_secret.too_many', `An organization has at most ${secretsMax} secrets.`);
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
