import { change, type Scope } from '../../platform/audit/index.ts';
import { statement, type Transaction } from '../../platform/db/index.ts';

type ExportKind = 'calls' | 'chats';

// Of two concurrent requests, one waits for the other and then finds that the hour was audited.
const claimHour = statement(
  'exports.claim_hour',
  `insert into export_hours as claimed (organization_id, api_key_id, kind, hour)
   values ($1, $2, $3, date_trunc('hour', now()))
   on conflict (organization_id, api_key_id, kind) do update set hour = excluded.hour
     where claimed.hour < excluded.hour
   returning 1`,
);

/** Removes up to 5,000 hours in which an export was audited, once they are a day old. */
export const expiredExportHours = statement(
  'exports.expired_hours',
  `delete from export_hours where ctid in (
     select ctid from export_hours where hour < now() - interval '1 day' limit 5000) returning 1`,
);

/** Audits an export, at most once an hour for each key and kind, so that polling does not fill the audit log. */
export async function recordExport(scope: Scope, kind: ExportKind): Promise<void> {
  const { organizationId, apiKeyId } = scope.actor;
  await change(scope, async (tx: Transaction) => {
    const claimed = await tx.query(claimHour, [organizationId, apiKeyId, kind]);
    if (claimed.length === 0) return { result: undefined, audit: [] };
    return { result: undefined, audit: { verb: 'exported', type: 'exports', id: null, label: kind } };
  });
}
