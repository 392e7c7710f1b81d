import { Group, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { ErrorState, Panel } from '../../ui/index.ts';
import { AnalysisBadge, AnalysisState, OverallVerdict } from '../findings/index.ts';
import type { Call } from './call-labels.ts';
import { analysisQuery } from './queries.ts';

/** The analysis of the call, which can be repeated. */
export function FindingsPanel({ call }: { call: Call }) {
  const { callId, endedAt, transcript } = call;
  const isOver = endedAt !== null && transcript.length > 0;
  const { data, error, refetch } = useQuery({ ...analysisQuery(callId), enabled: isOver });
  const client = useQueryClient();
  if (!isOver) return null;
  const analyze = async () => {
    await read(api.POST('/api/calls/{callId}/analysis', { params: { path: { callId } } }));
    await client.invalidateQueries({ queryKey: ['calls'] });
  };
  return (
    <Panel
      title="Analysis"
      aside={
        <Group gap="xs">
          <OverallVerdict qa={data?.qa ?? null} />
          {data ? <AnalysisBadge status={data.status} /> : null}
        </Group>
      }
    >
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={72} /> : null}
      {data ? <AnalysisState of="call" analysis={data} analyze={analyze} /> : null}
    </Panel>
  );
}
