import { Group, Stack, Text } from '@mantine/core';
import { useCan } from '../../api/index.ts';
import { ConfirmButton, StatusBadge, type Tone } from '../../ui/index.ts';
import { Findings, type Found } from './findings.tsx';

/** The state of a conversation's newest analysis, and its findings. */
export interface Analysis extends Found {
  status: 'none' | 'pending' | 'done' | 'failed';
  pendingAgentVersion: number | null;
  /** The version of the agent whose analysis this is. */
  agentVersion: number | null;
  note: string | null;
}

interface AnalysisStateProps {
  of: 'call' | 'chat';
  analysis: Analysis;
  /** Starts another analysis. */
  analyze: () => Promise<unknown>;
}

/** The findings, the state of the newest analysis, and a button to repeat it. */
export function AnalysisState({ of, analysis, analyze }: AnalysisStateProps) {
  return (
    <Stack gap="sm">
      <Findings summary={analysis.summary} analysis={analysis.analysis} qa={analysis.qa} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" flex="1 1 16rem" role="status">
          {messageOf(of, analysis)}
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

/** Renders nothing when nothing was to be analyzed. */
export function AnalysisBadge({ status }: Pick<Analysis, 'status'>) {
  if (status === 'none') return null;
  const word = status === 'done' ? 'analyzed' : status === 'failed' ? 'not analyzed' : status;
  return <StatusBadge status={word} tone={tones[status]} pulse={status === 'pending'} />;
}

/** Returns the state in words, and which version's findings these are. */
function messageOf(
  of: AnalysisStateProps['of'],
  { status, agentVersion, pendingAgentVersion, note }: Analysis,
): string {
  const made = agentVersion === null ? '' : `Analyzed by version ${agentVersion} of the agent.`;
  if (status === 'none') return 'Analysis was off.';
  if (status === 'pending') {
    const version = pendingAgentVersion === null ? '' : ` by version ${pendingAgentVersion} of the agent`;
    return `The ${of} is being analyzed${version}. ${made}`.trim();
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
      done={`The ${of} is being analyzed.`}
      disabled={status === 'pending'}
    >
      {status === 'none' ? `Analyze ${of}` : 'Reanalyze'}
    </ConfirmButton>
  );
}
