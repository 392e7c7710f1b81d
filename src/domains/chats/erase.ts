import { type Queryable, statement } from '../../platform/db/index.ts';

const remove = statement(
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
  const [erased] = await tx.query<{ chats: number; chatMessages: number }>(remove, [
    organizationId,
    dataDeletionId,
    max,
  ]);
  return erased!;
}
