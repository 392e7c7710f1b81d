import { appendSql } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { abandonIdle } from './store/chats.ts';

/** Abandons chats without a message for as long as their organization configured. Returns how many. */
export async function abandonChats(db: Database, nowMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    const at = new Date(nowMs).toISOString();
    const rows = await abandonIdle(tx, at);
    const requestId = newId('req');
    // A fixed order prevents deadlocks between processes that append audit entries of several organizations.
    for (const row of rows.toSorted((a, b) => (a.organization_id < b.organization_id ? -1 : 1))) {
      const actor = systemActor(row.organization_id, requestId);
      tx.beforeCommit(appendSql(actor, { verb: 'abandoned', type: 'chats', id: row.chat_id }));
    }
    return rows.length;
  });
}
