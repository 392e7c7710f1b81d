import { readStatement } from '../../../platform/db/index.ts';
import { customerNumberOf, eraseChats } from '../../chats/index.ts';
import { noteSubjects } from '../store.ts';
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
interface Looked {
  chatId: string;
  customerUniqueId: string;
  chatVariables: Record<string, unknown>;
  /** The id contains the number, as in `whatsapp:+12025550177`. */
  isNamed: boolean;
}

/** Finds the person's chats by the id, or by the number: as `customerNumberOf` finds it, or inside the id. */
export const findChats: Step = async (tx, person, cursor) => {
  const { organizationId, by, value, pattern } = person;
  const after = [organizationId, cursor ?? ''];
  const chats =
    by === 'phoneNumber'
      ? await tx.query<Looked>(look, [...after, pattern])
      : await tx.query<Pick<Looked, 'chatId'>>(lookById, [...after, value]);
  const own = chats.filter((chat) => isOf(person, chat)).map(({ chatId }) => chatId);
  await noteSubjects(tx, person, own);
  return chats.length === chatsAtOnce ? { cursor: chats.at(-1)!.chatId } : {};
};

function isOf({ by, value }: Person, chat: Pick<Looked, 'chatId'> | Looked): boolean {
  return (
    by === 'customerUniqueId' ||
    ('chatVariables' in chat && (chat.isNamed || customerNumberOf(chat) === value))
  );
}

/** Removes the chats. The answer of an open one is not stored any more. */
export const removeChats: Step = async (tx, person) => {
  const deleted = await eraseChats(tx, person, removedAtOnce);
  return deleted.chats === removedAtOnce ? { deleted, cursor: '' } : { deleted };
};
