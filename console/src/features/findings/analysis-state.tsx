import { Group, Stack, Text } from '@mantine/core';
import { useCan } from '../../api/index.ts';
import { ConfirmButton, StatusBadge, type Tone } from '../../ui/index.ts';
import { Findings, type Found } from './findings.tsx';

/** How the newest analysis of a conversation stands, and what was found out by then. */
export interface Analysis extends Found {
  status: 'none' | 'pending' | 'done' | 'failed';
  pendingAgentVersion: number | null;
  /** By which version of the agent it was found out. */
  agentVersion: number | null;
  note: string | null;
}

interface AnalysisStateProps {
  of: 'call' | 'chat';
  analysis: Analysis;
  /** Has it analysed again. */
  analyze: () => Promise<unknown>;
}

/** What was found out, how the newest analysis stands, and what has another made. */
export function AnalysisState({ of, analysis, analyze }: AnalysisStateProps) {
  return (
    <Stack gap="sm">
      <Findings summary={analysis.summary} analysis={analysis.analysis} qa={analysis.qa} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" flex="1 1 16rem" role="status">
          {wordsOf(of, analysis)}
        </Text>
        <AnalyzeButton of={of} analysis={analysis} analyze={analyze} />
      </Group>
    </Stack>
  );
}

const tones: Record<Analysis['status'], Tone> = {
  none: 'neutral',
  pending: 'busy',
  done: 'good',
  failed: 'bad',
};

/** Nothing where nothing was to be found out. */
export function AnalysisBadge({ status }: Pick<Analysis, 'status'>) {
  if (status === 'none') return null;
  const word = status === 'done' ? 'analysed' : status === 'failed' ? 'not analysed' : status;
  return <StatusBadge status={word} tone={tones[status]} pulse={status === 'pending'} />;
}

/** How it stands, and whose findings these are. */
function wordsOf(
  of: AnalysisStateProps['of'],
  { status, agentVersion, pendingAgentVersion, note }: Analysis,
): string {
  const made = agentVersion === null ? '' : `Analysed by version ${agentVersion} of the agent.`;
  if (status === 'none') return 'Analysis was off.';
  if (status === 'pending') {
    const version = pendingAgentVersion === null ? '' : ` by version ${pendingAgentVersion} of the agent`;
    return `The ${of} is being analysed${version}. ${made}`.trim();
  }
  return status === 'done' ? made || (note ?? '') : `${note ?? 'The analysis failed.'} ${made}`.trim();
}

function AnalyzeButton({ of, analysis: { status }, analyze }: AnalysisStateProps) {
  const mayWrite = useCan(`${of}s:write`);
  if (!mayWrite) return null;
  return (
    <ConfirmButton
      size="xs"
      consequence="The published version of the agent is used, and its model use is billed. The current analysis stays until the new one is ready."
      onConfirm={analyze}
      done={`The ${of} is being analysed.`}
      disabled={status === 'pending'}
    >
      {status === 'none' ? `Analyse ${of}` : 'Reanalyse'}
    </ConfirmButton>
  );
}
