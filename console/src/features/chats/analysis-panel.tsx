import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { ErrorState, JsonView, Panel } from '../../ui/index.ts';
import { Findings, type Found, OverallVerdict } from '../findings/index.ts';
import { isOver } from './chat-status.tsx';
import type { Chat } from './conversation.ts';

const pendingRefreshMs = 3_000;

/** What was found out about a chat after its end, and what its agent wrote down. */
export function AnalysisPanel({ chatId, status }: { chatId: string; status: Chat['status'] }) {
  const params = { path: { chatId } };
  const { data, error, refetch } = useQuery({
    queryKey: ['chats', 'analysis', chatId],
    queryFn: ({ signal }) => read(api.GET('/api/chats/{chatId}/analysis', { params, signal })),
    enabled: isOver(status),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pendingRefreshMs : false),
  });
  const written = useQuery({
    queryKey: ['chats', 'session-data', chatId],
    queryFn: ({ signal }) => read(api.GET('/api/chats/{chatId}/session-data', { params, signal })),
  });
  return (
    <>
      <Panel title="What was found out" aside={<OverallVerdict qa={(data?.qa ?? null) as Found['qa']} />}>
        {!isOver(status) ? (
          <Text size="sm" c="dimmed">
            The chat is looked at when it is over.
          </Text>
        ) : error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Skeleton height={72} />
        ) : (
          <>
            <Findings summary={data.summary} analysis={data.analysis} qa={data.qa as Found['qa']} />
            {data.status === 'done' ? null : (
              <Text size="sm" c="dimmed">
                {data.note ?? (data.status === 'pending' ? 'Is being made.' : 'Its agent asks for none.')}
              </Text>
            )}
          </>
        )}
      </Panel>
      <Panel title="Session data" description="What the agent wrote down.">
        {written.error ? (
          <ErrorState error={written.error} />
        ) : (
          <JsonView value={written.data?.data ?? null} label="Session data of the chat" />
        )}
      </Panel>
    </>
  );
}
