import { change } from '../../platform/audit/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { newId, systemActor } from '../../platform/kernel/index.ts';

const organizations = statement(
  'keys.organizations',
  'select organization_id from organizations order by organization_id',
);

/** Has every organization's audit log tell what the operator did with the keys. */
export async function noteInAudit(db: Database, verb: 'rotated' | 'deleted', keyId: string): Promise<void> {
  for (const { organization_id } of await db.query<{ organization_id: string }>(organizations)) {
    const actor = systemActor(organization_id, newId('req'));
    await change({ db, actor }, async () => ({
      result: undefined,
      audit: { verb, type: 'secret_keys', id: keyId },
    }));
  }
}
