import { change } from '../../platform/audit/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { idBound, newId, systemActor } from '../../platform/kernel/index.ts';

/** Chats of one transaction, and transactions of one run. */
const chatsAtOnce = 500;
const slicesMax = 100;

// By the index of the primary key: ids are in the order of time.
const remove = statement(
  'chats.forget',
  `with c as materialized (
     select c.organization_id, c.chat_id from chats c
     where c.organization_id = $1 and c.chat_id > $2 and c.chat_id < $3
       and c.status in ('ended', 'abandoned') and coalesce(c.ended_at, c.updated_at) < $4
       and (c.analysis_status is null or c.analysis_status in ('done', 'failed'))
       and not has_pending_delivery(c.organization_id, c.chat_id)
     order by c.chat_id limit ${chatsAtOnce} for update skip locked
   ), messages as (
     delete from chat_messages m using c where m.organization_id = c.organization_id and m.chat_id = c.chat_id)
   delete from chats r using c where r.organization_id = c.organization_id and r.chat_id = c.chat_id
   returning r.chat_id as "chatId"`,
);

/**
 * Removes the chats of an organization that ended before `endedBeforeMs`, with their messages, some in each transaction;
 * how many. Chats that are open, are being analysed, or that an endpoint is still to be told of, stay. Each removal is one
 * entry of the audit log.
 */
export async function forgetChats(
  db: Database,
  organizationId: string,
  endedBeforeMs: number,
): Promise<number> {
  let count = 0;
  let after = '';
  for (let slice = 0; slice < slicesMax; slice++) {
    const removed = await forgetSlice(db, organizationId, { after, endedBeforeMs });
    count += removed.length;
    if (removed.length < chatsAtOnce) break;
    after = removed.at(-1)!;
  }
  return count;
}

function forgetSlice(
  db: Database,
  organizationId: string,
  { after, endedBeforeMs }: { after: string; endedBeforeMs: number },
): Promise<string[]> {
  const before = new Date(endedBeforeMs).toISOString();
  const actor = systemActor(organizationId, newId('req'));
  return change({ db, actor }, async (tx) => {
    const values = [organizationId, after, idBound('chat', endedBeforeMs), before];
    const rows = await tx.query<{ chatId: string }>(remove, values);
    if (rows.length === 0) return { result: [], audit: [] };
    const label = `${rows.length} chats that ended before ${before.slice(0, 10)}, by retention`;
    return {
      result: rows.map(({ chatId }) => chatId).sort(),
      audit: { verb: 'deleted', type: 'chats', id: null, label },
    };
  });
}
