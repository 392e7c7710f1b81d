import { appendSql } from '../../platform/audit/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { newId } from '../../platform/kernel/index.ts';

const endDue = statement(
  'campaigns.end_due',
  `update campaigns set status = 'ended', ended_at = now(), updated_at = now()
   where (organization_id, campaign_id) in (
     select organization_id, campaign_id from campaigns
     where status <> 'ended' and end_at <= (select dialer_now()) order by organization_id limit 100 for update skip locked)
   returning organization_id, campaign_id, name`,
);

/** Ends up to 100 campaigns whose end has come. Returns how many. */
export async function endDueCampaigns(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.query<{ organization_id: string; campaign_id: string; name: string }>(endDue);
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
