import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, useCan } from '../../api/index.ts';
import { ConfirmButton, ErrorState, Panel, StatusBadge, type Tone } from '../../ui/index.ts';
import { Findings, OverallVerdict } from '../findings/index.ts';
import type { Call } from './call-words.ts';
import { type Analysis, analysisQuery } from './queries.ts';

/** What was found out after the call, and what has it found out again. */
export function FindingsPanel({ call }: { call: Call }) {
  const { callId, endedAt, transcript } = call;
  const isOver = endedAt !== null && transcript.length > 0;
  const { data, error, refetch } = useQuery({ ...analysisQuery(callId), enabled: isOver });
  if (!isOver) return null;
  return (
    <Panel
      title="What was found out"
      aside={
        <Group gap="xs">
          <OverallVerdict qa={data?.qa ?? null} />
          {data && data.status !== 'none' ? <AnalysisStatus status={data.status} /> : null}
        </Group>
      }
    >
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={72} /> : null}
      {data ? (
        <Stack gap="sm">
          <Findings summary={data.summary} analysis={data.analysis} qa={data.qa} />
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed" flex="1 1 16rem" role="status">
              {wordsOf(data)}
            </Text>
            <AnalyzeButton analysis={data} />
          </Group>
        </Stack>
      ) : null}
    </Panel>
  );
}

const tones: Record<Analysis['status'], Tone> = {
  none: 'neutral',
  pending: 'busy',
  done: 'good',
  failed: 'bad',
};

function AnalysisStatus({ status }: Pick<Analysis, 'status'>) {
  const word = status === 'done' ? 'analysed' : status === 'failed' ? 'not analysed' : status;
  return <StatusBadge status={word} tone={tones[status]} pulse={status === 'pending'} />;
}

/** How it stands, and whose findings these are. */
function wordsOf({ status, agentVersion, pendingAgentVersion, note }: Analysis): string {
  const made = agentVersion === null ? '' : `This was found out by version ${agentVersion} of the agent.`;
  if (status === 'none') return 'Nothing was to be found out.';
  if (status === 'pending') {
    const version = pendingAgentVersion === null ? '' : ` by version ${pendingAgentVersion} of the agent`;
    return `The call is being analysed${version}. ${made}`.trim();
  }
  return status === 'done' ? made || (note ?? '') : `${note ?? 'Nothing came of it.'} ${made}`.trim();
}

function AnalyzeButton({ analysis }: { analysis: Analysis }) {
  const mayWrite = useCan('calls:write');
  const client = useQueryClient();
  if (!mayWrite) return null;
  const analyze = async () => {
    const params = { path: { callId: analysis.callId } };
    await read(api.POST('/api/calls/{callId}/analysis', { params }));
    await client.invalidateQueries({ queryKey: ['calls'] });
  };
  return (
    <ConfirmButton
      size="xs"
      consequence="The version of the agent that is published now says what is to be found out. Its model is paid for; what is here stays until the new analysis is there."
      onConfirm={analyze}
      done="The call is being analysed."
      disabled={analysis.status === 'pending'}
    >
      {analysis.status === 'none' ? 'Analyse call' : 'Analyse again'}
    </ConfirmButton>
  );
}
