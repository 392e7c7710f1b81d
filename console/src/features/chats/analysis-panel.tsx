import { Group, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { ErrorState, JsonView, Panel } from '../../ui/index.ts';
import { AnalysisBadge, AnalysisState, type Found, OverallVerdict } from '../findings/index.ts';
import { isOver } from './chat-status.tsx';
import type { Chat } from './conversation.ts';

const pendingRefreshMs = 3_000;

/** The analysis of an ended chat, which can be repeated, and the agent's notes. */
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
  const client = useQueryClient();
  const analyze = async () => {
    await read(api.POST('/api/chats/{chatId}/analysis', { params }));
    await client.invalidateQueries({ queryKey: ['chats', 'analysis', chatId] });
  };
  const analysis = data && { ...data, qa: data.qa as Found['qa'] };
  return (
    <>
      <Panel
        title="Analysis"
        aside={
          <Group gap="xs">
            <OverallVerdict qa={analysis?.qa ?? null} />
            {analysis ? <AnalysisBadge status={analysis.status} /> : null}
          </Group>
        }
      >
        {!isOver(status) ? (
          <Text size="sm" c="dimmed">
            The chat is analyzed after it ends.
          </Text>
        ) : analysis ? (
          <AnalysisState of="chat" analysis={analysis} analyze={analyze} />
        ) : error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton height={72} />
        )}
      </Panel>
      <Panel title="Session data" description="Values that the agent saved during the chat.">
        {written.error ? (
          <ErrorState error={written.error} />
        ) : (
          <JsonView value={written.data?.data ?? null} label="Session data of the chat" />
        )}
      </Panel>
    </>
  );
}
