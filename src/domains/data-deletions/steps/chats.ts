import { readStatement, statement } from '../../../platform/db/index.ts';
import { customerNumberOf } from '../../chats/index.ts';
import type { Person, Step } from './step.ts';

const chatsAtOnce = 1000;
const removedAtOnce = 200;

const look = readStatement(
  'data_deletions.chats',
  `select chat_id as "chatId", customer_unique_id as "customerUniqueId", chat_variables as "chatVariables",
     customer_unique_id ~ $3 as "isNamed"
   from chats where organization_id = $1 and chat_id > $2 order by chat_id limit ${chatsAtOnce}`,
);
const lookById = readStatement(
  'data_deletions.chats_of_id',
  `select chat_id as "chatId" from chats where organization_id = $1 and customer_unique_id = $3 and chat_id > $2
   order by chat_id limit ${chatsAtOnce}`,
);
const note = statement(
  'data_deletions.note_subjects',
  'insert into data_deletion_subjects select $1, $2, unnest($3::text[]) on conflict do nothing',
);
const remove = statement(
  'data_deletions.remove_chats',
  `with c as materialized (
     select c.organization_id, c.chat_id
     from chats c join data_deletion_subjects s on s.organization_id = c.organization_id and s.subject_id = c.chat_id
     where s.organization_id = $1 and s.data_deletion_id = $2
     order by c.chat_id limit ${removedAtOnce} for update of c
   ), turns as (
     delete from chat_turns t using c where t.organization_id = c.organization_id and t.chat_id = c.chat_id
   ), messages as (
     delete from chat_messages m using c where m.organization_id = c.organization_id and m.chat_id = c.chat_id
     returning 1
   ), chats as (
     delete from chats d using c where d.organization_id = c.organization_id and d.chat_id = c.chat_id)
   select count(*)::int as chats, (select count(*)::int from messages) as "chatMessages" from c`,
);

interface Looked {
  chatId: string;
  customerUniqueId: string;
  chatVariables: Record<string, unknown>;
  /** The id contains the number, as in `whatsapp:+12025550177`. */
  isNamed: boolean;
}

/** Finds the person's chats by the id, or by the number: as `customerNumberOf` finds it, or inside the id. */
export const findChats: Step = async (tx, person, cursor) => {
  const { organizationId, dataDeletionId, by, value, pattern } = person;
  const after = [organizationId, cursor ?? ''];
  const chats =
    by === 'phoneNumber'
      ? await tx.query<Looked>(look, [...after, pattern])
      : await tx.query<Pick<Looked, 'chatId'>>(lookById, [...after, value]);
  const own = chats.filter((chat) => isOf(person, chat)).map(({ chatId }) => chatId);
  if (own.length > 0) await tx.query(note, [organizationId, dataDeletionId, own]);
  return chats.length === chatsAtOnce ? { cursor: chats.at(-1)!.chatId } : {};
};

function isOf({ by, value }: Person, chat: Pick<Looked, 'chatId'> | Looked): boolean {
  return (
    by === 'customerUniqueId' ||
    ('chatVariables' in chat && (chat.isNamed || customerNumberOf(chat) === value))
  );
}

/** Removes the chats. The answer of an open one is not stored any more. */
export const removeChats: Step = async (tx, { organizationId, dataDeletionId }) => {
  const [deleted] = await tx.query<{ chats: number; chatMessages: number }>(remove, [
    organizationId,
    dataDeletionId,
  ]);
  return deleted!.chats === removedAtOnce ? { deleted: deleted!, cursor: '' } : { deleted: deleted! };
};
