import { customerNumberOf, eraseChats } from '../../chats/index.ts';
import { noteSubjects } from '../store.ts';
import type { Person, Step } from './step.ts';
import { chatsAfter, chatsAtOnce, chatsOfIdAfter, type ExaminedChat } from './store.ts';

const removedAtOnce = 200;

/** Finds the person's chats by the id, or by the number: as `customerNumberOf` finds it, or inside the id. */
export const findChats: Step = async (tx, person, cursor) => {
  const after = cursor ?? '';
  const chats =
    person.by === 'phoneNumber'
      ? await chatsAfter(tx, person, after)
      : await chatsOfIdAfter(tx, person, after);
  const own = chats.filter((chat) => isOf(person, chat)).map(({ chatId }) => chatId);
  await noteSubjects(tx, person, own);
  return chats.length === chatsAtOnce ? { cursor: chats.at(-1)!.chatId } : {};
};

function isOf({ by, value }: Person, chat: Pick<ExaminedChat, 'chatId'> | ExaminedChat): boolean {
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
