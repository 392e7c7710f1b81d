import { change } from '../../platform/audit/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { newId } from '../../platform/kernel/index.ts';

const organizations = statement(
  'keys.organizations',
  'select organization_id from organizations order by organization_id',
);

/** Records a change of the keys in the audit log of every organization. */
export async function auditKeyChange(
  db: Database,
  verb: 'rotated' | 'deleted',
  keyId: string,
): Promise<void> {
  for (const { organization_id } of await db.query<{ organization_id: string }>(organizations)) {
    const actor = systemActor(organization_id, newId('req'));
    await change({ db, actor }, async () => ({
      result: undefined,
      audit: { verb, type: 'secret_keys', id: keyId },
    }));
  }
}
