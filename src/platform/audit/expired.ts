import { statement } from '../db/index.ts';

/** Statements that remove what is kept beside the audit log for a day, up to 5,000 rows each. */
export const expiredBesideAudit = [
  statement(
    'audit.expired_idempotency_keys',
    `delete from idempotency_keys where (organization_id, idempotency_key) in (
       select organization_id, idempotency_key from idempotency_keys
       where created_at < now() - interval '24 hours' order by created_at limit 5000) returning 1`,
  ),
  statement(
    'audit.expired_export_hours',
    `delete from audit_export_hours where (organization_id, api_key_id, hour) in (
       select organization_id, api_key_id, hour from audit_export_hours where hour < now() - interval '1 day' limit 5000) returning 1`,
  ),
];
