import { statement } from '../../src/platform/db/index.ts';
import type { ApiWorld } from './api-world.ts';

const claimHours = statement(
  'test.still_audit_log',
  `insert into audit_export_hours (organization_id, api_key_id, hour)
   select $1, $2, date_trunc('hour', now()) + make_interval(hours => h) from generate_series(0, 1) h`,
);

/** Lets the owner's key read the audit log without an entry about it, in this hour and the next. */
export async function keepAuditLogStill({ db, owner }: ApiWorld): Promise<void> {
  await db.query(claimHours, [owner.organizationId, owner.apiKeyId]);
}
