import { removeEnded } from '../../../platform/audit/index.ts';
import { type Database, type PersonTexts, type Queryable, statement } from '../../../platform/db/index.ts';

/** Chats per transaction. */
const chatsAtOnce = 500;

const forget = statement(
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
 * that are open, are being analyzed, or have a pending webhook delivery.
 */
export function forgetChats(db: Database, organizationId: string, endedBeforeMs: number): Promise<number> {
  return removeEnded(db, organizationId, endedBeforeMs, {
    type: 'chats',
    noun: 'chats',
    idPrefix: 'chat',
    remove: forget,
    rowsAtOnce: chatsAtOnce,
    slicesMax: 100,
  });
}

const erase = statement(
  'chats.erase',
  `with c as materialized (
     select c.organization_id, c.chat_id
     from chats c join data_deletion_subjects s on s.organization_id = c.organization_id and s.subject_id = c.chat_id
     where s.organization_id = $1 and s.data_deletion_id = $2
     order by c.chat_id limit $3 for update of c
   ), turns as (
     delete from chat_turns t using c where t.organization_id = c.organization_id and t.chat_id = c.chat_id
   ), messages as (
     delete from chat_messages m using c where m.organization_id = c.organization_id and m.chat_id = c.chat_id
     returning 1
   ), chats as (
     delete from chats d using c where d.organization_id = c.organization_id and d.chat_id = c.chat_id)
   select count(*)::int as chats, (select count(*)::int from messages) as "chatMessages" from c`,
);

/** Removes up to `max` chats that a data deletion has noted, with their messages. Returns how many. */
export async function eraseChats(
  tx: Queryable,
  { organizationId, dataDeletionId }: { organizationId: string; dataDeletionId: string },
  max: number,
): Promise<{ chats: number; chatMessages: number }> {
  const [erased] = await tx.query<{ chats: number; chatMessages: number }>(erase, [
    organizationId,
    dataDeletionId,
    max,
  ]);
  return erased!;
}

/** The texts of other people's chats that may mention a person. */
export const personTextsInChats: readonly PersonTexts[] = [
  {
    name: 'chats',
    key: [{ column: 'chat_id', type: 'text' }],
    json: ['chat_variables', 'model_states', 'pushed', 'takeover', 'session_data', 'analysis', 'qa'],
    text: ['customer_unique_id', 'summary', 'analysis_note'],
  },
  { name: 'chat_trials', key: [{ column: 'chat_id', type: 'text' }], json: ['flow_start'], text: [] },
  {
    name: 'chat_messages',
    key: [
      { column: 'chat_id', type: 'text' },
      { column: 'position', type: 'bigint' },
    ],
    json: ['knowledge'],
    text: ['content'],
    encoded: ['tool_arguments', 'tool_result'],
  },
];
