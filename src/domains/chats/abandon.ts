import { appendSql } from '../../platform/audit/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { analysisWanted } from './store.ts';
import { newestPrices } from './usage.ts';

/** Maximum chats abandoned in one pass, in total and per organization. */
const chatsMax = 500;
const chatsOfOneMax = 100;

/** A chat that waits for its agent is not abandoned. */
const abandon = statement(
  'chats.abandon',
  `update chats c set status = 'abandoned', updated_at = now(), ended_at = now(), analysis_status = ${analysisWanted},
     price_version = ${newestPrices}
   where (organization_id, chat_id) in (
     select left_alone.organization_id, left_alone.chat_id
     from organizations o cross join lateral (
       select organization_id, chat_id from chats q
       where q.organization_id = o.organization_id and q.status in ('active', 'handedOff')
         and q.updated_at < $1::timestamptz - make_interval(secs => o.chat_abandon_seconds)
         and not exists (select from chat_turns t
           where t.organization_id = q.organization_id and t.chat_id = q.chat_id)
       order by q.updated_at limit ${chatsOfOneMax} for update skip locked) left_alone
     limit ${chatsMax})
   returning organization_id, chat_id`,
);

/** Abandons chats without a message for as long as their organization configured. Returns how many. */
export async function abandonChats(db: Database, nowMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    const at = new Date(nowMs).toISOString();
    const rows = await tx.query<{ organization_id: string; chat_id: string }>(abandon, [at]);
    const requestId = newId('req');
    // A fixed order prevents deadlocks between processes that append audit entries of several organizations.
    for (const row of rows.toSorted((a, b) => (a.organization_id < b.organization_id ? -1 : 1))) {
      const actor = systemActor(row.organization_id, requestId);
      tx.beforeCommit(appendSql(actor, { verb: 'abandoned', type: 'chats', id: row.chat_id }));
    }
    return rows.length;
  });
}
