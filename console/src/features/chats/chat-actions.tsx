import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { ConfirmItem, MoreMenu, toastDone, toastFailure } from '../../ui/index.ts';
import { isOver } from './chat-status.tsx';
import type { Chat } from './conversation.ts';

/** Takes the chat over, hands it back, or ends it. */
export function ChatActions({ chatId, status }: { chatId: string; status: Chat['status'] }) {
  const client = useQueryClient();
  const params = { path: { chatId } };
  const refresh = () => client.invalidateQueries({ queryKey: ['chats'] });
  const takeOver = useMutation({
    mutationFn: () => read(api.POST('/api/chats/{chatId}/handoff', { params })),
    onSuccess: () => toastDone('You took over the chat. The agent does not reply until you hand it back.'),
    onError: toastFailure,
    onSettled: refresh,
  });
  const handBack = useMutation({
    mutationFn: () => read(api.POST('/api/chats/{chatId}/resume', { params })),
    onSuccess: () => toastDone('The agent replies again.'),
    onError: toastFailure,
    onSettled: refresh,
  });
  const end = () => read(api.POST('/api/chats/{chatId}/end', { params }));
  if (isOver(status)) return null;
  return (
    <>
      {status === 'active' ? (
        <Button onClick={() => takeOver.mutate()} loading={takeOver.isPending}>
          Take over
        </Button>
      ) : (
        <Button onClick={() => handBack.mutate()} loading={handBack.isPending}>
          Hand back
        </Button>
      )}
      <MoreMenu>
        <ConfirmItem
          isDestructive
          consequence="No more messages can be sent, and the chat is analyzed if its agent is set to. This cannot be undone."
          onConfirm={end}
          refreshes={['chats']}
          done="The chat has ended."
        >
          End chat
        </ConfirmItem>
      </MoreMenu>
    </>
  );
}
