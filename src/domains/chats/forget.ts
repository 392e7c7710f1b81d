import { removeEnded } from '../../platform/audit/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';

/** Chats per transaction. */
const chatsAtOnce = 500;

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
   returning r.chat_id as "id"`,
);

/**
 * Deletes an organization's chats that ended before `endedBeforeMs`, with their messages. Returns how many. Keeps chats
 * that are open, are being analysed, or have a pending webhook delivery.
 */
export function forgetChats(db: Database, organizationId: string, endedBeforeMs: number): Promise<number> {
  return removeEnded(db, organizationId, endedBeforeMs, {
    type: 'chats',
    noun: 'chats',
    idPrefix: 'chat',
    remove,
    rowsAtOnce: chatsAtOnce,
    slicesMax: 100,
  });
}
