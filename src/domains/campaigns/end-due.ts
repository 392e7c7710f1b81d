import { appendSql } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { endCampaignsDue } from './store/campaigns.ts';

/** Ends up to 100 campaigns whose end has come. Returns how many. */
export async function endDueCampaigns(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await endCampaignsDue(tx);
    const requestId = newId('req');
    // In one order, so that two processes that append to several audit logs do not deadlock.
    for (const row of rows.toSorted((a, b) => (a.organization_id < b.organization_id ? -1 : 1))) {
      const actor = systemActor(row.organization_id, requestId);
      tx.beforeCommit(
        appendSql(actor, { verb: 'ended', type: 'campaigns', id: row.campaign_id, label: row.name }),
      );
    }
    return rows.length;
  });
}
