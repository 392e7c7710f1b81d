import { appendSql } from '../../platform/audit/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { newId, systemActor } from '../../platform/kernel/index.ts';
import { analysisWanted } from './store.ts';
import { newestPrices } from './usage.ts';

/** Chats that one look abandons, of all and of one organization. */
const chatsMax = 500;
const chatsOfOneMax = 100;

/** One that waits for its agent has not been left by anybody. */
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

/** Abandons the chats in which nobody has written for as long as their organization says; how many. */
export async function abandonChats(db: Database, nowMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    const at = new Date(nowMs).toISOString();
    const rows = await tx.query<{ organization_id: string; chat_id: string }>(abandon, [at]);
    const requestId = newId('req');
    // In one order, so that two processes that append for several organizations never wait for each other.
    for (const row of rows.toSorted((a, b) => (a.organization_id < b.organization_id ? -1 : 1))) {
      const actor = systemActor(row.organization_id, requestId);
      tx.beforeCommit(appendSql(actor, { verb: 'abandoned', type: 'chats', id: row.chat_id }));
    }
    return rows.length;
  });
}
