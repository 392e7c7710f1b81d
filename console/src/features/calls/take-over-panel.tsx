import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationQuery, useCan } from '../../api/index.ts';
import { Panel, StatusBadge } from '../../ui/index.ts';
import { Headset, LevelMeters, type MeteredSide } from '../browser-audio/index.ts';
import type { Call } from './call-labels.ts';
import { whyQuery } from './queries.ts';
import { Suggestions } from './suggestions.tsx';
import { type TakeOverLevels, useTakeOver } from './use-take-over.ts';

/** The meters of a member who speaks with the customer. */
export const takeOverSides: readonly MeteredSide<TakeOverLevels>[] = [
  { of: 'own', label: 'You', name: 'Your volume' },
  { of: 'customer', label: 'Customer', name: 'Volume of the customer', falls: 0.95 },
];

/** The call's stream does not report who has taken the call over, which the timeline shows. */
const timelineRefreshMs = 3_000;

/** Lets a member speak with the customer in the agent's place. */
export function TakeOverPanel({ call }: { call: Call }) {
  const isAnswered = call.status === 'in-progress' || call.status === 'forwarding';
  const mayControl = useCan('calls:control') && isAnswered;
  const { data: organization } = useQuery({ ...organizationQuery, enabled: mayControl });
  if (!mayControl || organization?.listening === 'off') return null;
  return <TakingOver callId={call.callId} />;
}

function TakingOver({ callId }: { callId: string }) {
  const { state, problem, start, ...own } = useTakeOver(callId);
  const isOn = state === 'speaking';
  useQuery({ ...whyQuery(callId), refetchInterval: timelineRefreshMs });
  return (
    <Panel
      title="Take over"
      aside={isOn ? <StatusBadge status={own.isHolding ? 'on hold' : 'you speak'} tone="busy" pulse /> : null}
      description="Speak with the customer in place of the agent. The agent hears you and the customer, and says nothing until you hand the call back."
    >
      {isOn ? (
        <Speaking {...own} />
      ) : (
        <Stack gap="sm" align="flex-start">
          <Headset />
          <Button loading={state === 'connecting'} onClick={() => void start()}>
            Take over
          </Button>
        </Stack>
      )}
      <Text size="sm" c="red" role="status" mt={problem ? 'xs' : 0}>
        {problem}
      </Text>
    </Panel>
  );
}

type SpeakingProps = Omit<ReturnType<typeof useTakeOver>, 'state' | 'problem' | 'start'>;

/** The controls of a member who speaks with the customer. */
function Speaking({ isMuted, isHolding, levels, mute, hold, handBack, ...suggesting }: SpeakingProps) {
  const [note, setNote] = useState('');
  return (
    <>
      <Group gap="md" align="center" mb="sm">
        <Button
          variant={isMuted ? 'filled' : 'default'}
          aria-pressed={isMuted}
          onClick={() => mute(!isMuted)}
        >
          {isMuted ? 'Unmute me' : 'Mute me'}
        </Button>
        <Button
          variant={isHolding ? 'filled' : 'default'}
          aria-pressed={isHolding}
          onClick={() => hold(!isHolding)}
        >
          {isHolding ? 'Resume' : 'Hold'}
        </Button>
        <LevelMeters levels={levels} sides={takeOverSides} />
      </Group>
      <Suggestions {...suggesting} />
      <Textarea
        label="Note for the agent"
        description="The customer does not hear it. Keys, transfer and the end of the call are in “Control”."
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        maxLength={2_000}
        autosize
        minRows={2}
        mb="sm"
      />
      <Button onClick={() => handBack(note)}>Hand back to the agent</Button>
    </>
  );
}
