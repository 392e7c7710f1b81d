import { change, type Scope } from '../../platform/audit/index.ts';
import { claimHour, type ExportKind } from './store.ts';

/** Audits an export, at most once an hour for each key and kind, so that polling does not fill the audit log. */
export async function recordExport(scope: Scope, kind: ExportKind): Promise<void> {
  const { organizationId, apiKeyId } = scope.actor;
  await change(scope, async (tx) => {
    if (!(await claimHour(tx, { organizationId, apiKeyId }, kind))) return { result: undefined, audit: [] };
    return { result: undefined, audit: { verb: 'exported', type: 'exports', id: null, label: kind } };
  });
}
