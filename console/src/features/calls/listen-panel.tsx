import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { organizationQuery, useCan } from '../../api/index.ts';
import { Panel, StatusBadge } from '../../ui/index.ts';
import { LevelMeters, type MeteredSide } from '../browser-audio/index.ts';
import { versionQuery } from '../flow-trace/index.ts';
import type { Call } from './call-labels.ts';
import { presentAgent } from './commands.ts';
import { isRecordingPaused } from './live-values.ts';
import { whyQuery } from './queries.ts';
import { type HeardLevels, useListening } from './use-listening.ts';

const sides: readonly MeteredSide<HeardLevels>[] = [
  { of: 'customer', label: 'Customer', name: 'Volume of the customer', falls: 0.95 },
  { of: 'agent', label: 'Agent', name: 'Volume of the agent', falls: 0.95 },
];

/** No event of the call's stream reports a pause of the recording. */
const pauseRefreshMs = 3_000;

/** Lets a member hear a live call: the customer left, the agent right. */
export function ListenPanel({ call }: { call: Call }) {
  const isAnswered = call.status === 'in-progress' || call.status === 'forwarding';
  const mayListen = useCan('calls:listen') && isAnswered;
  const { data: organization } = useQuery({ ...organizationQuery, enabled: mayListen });
  if (!mayListen || organization?.listening === 'off') return null;
  return <Listening call={call} />;
}

function Listening({ call }: { call: Call }) {
  const { state, problem, levels, start, stop } = useListening(call.callId);
  const isPaused = useRecordingPause(call, state === 'on');
  const aside = state === 'on' ? <StatusBadge status="listening" tone="busy" pulse /> : null;
  return (
    <Panel
      title="Listen"
      aside={aside}
      description="The customer is left, the agent right. Neither of them hears you, and the audit log has your name."
    >
      <Group gap="md" align="center">
        <Button
          variant={state === 'off' ? 'filled' : 'default'}
          loading={state === 'connecting'}
          onClick={() => (state === 'off' ? void start() : stop())}
        >
          {state === 'off' ? 'Listen' : 'Stop listening'}
        </Button>
        {state === 'on' ? <LevelMeters levels={levels} sides={sides} /> : null}
      </Group>
      <Text size="sm" role="status" mt={isPaused ? 'xs' : 0}>
        {isPaused ? 'The recording is paused: you hear nothing.' : null}
      </Text>
      <Text size="sm" c="red" role="status" mt={problem ? 'xs' : 0}>
        {problem}
      </Text>
    </Panel>
  );
}

/** Returns whether the recording is paused, as far as the timeline and the transcript say, while a member listens. */
function useRecordingPause(call: Call, isListening: boolean): boolean {
  const { agentId, agentVersion } = presentAgent(call);
  const { data: why } = useQuery({
    ...whyQuery(call.callId),
    enabled: isListening,
    refetchInterval: pauseRefreshMs,
  });
  const { data: version } = useQuery({
    ...versionQuery(agentId, agentVersion ?? 0),
    enabled: isListening && agentVersion !== null,
  });
  if (!isListening) return false;
  const tools = version?.configuration.tools ?? [];
  const names = tools.filter(({ type }) => type === 'pauseRecording').map(({ name }) => name);
  return isRecordingPaused(call.transcript, why?.decisions ?? [], names);
}
