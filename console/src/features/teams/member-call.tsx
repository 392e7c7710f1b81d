import { Button, Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { api, read, type Schema } from '../../api/index.ts';
import { ConfirmButton, StatusBadge, toastFailure } from '../../ui/index.ts';
import { LevelMeters } from '../browser-audio/index.ts';
import { CommandsSoFar, commandsQuery, Suggestions, takeOverSides, useTakeOver } from '../calls/index.ts';
import type { Presence } from './presence-link.ts';
import { destinationsQuery } from './queries.ts';
import { TakenCall } from './taken-call.tsx';

/** The call that the member has taken. The browser comes to the line at once, and leaves it when this unmounts. */
export function MemberCall({ call }: { call: NonNullable<Presence['call']> }) {
  const { callId } = call;
  const { state, problem, start, ...line } = useTakeOver(callId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each call
  useEffect(() => void start(), []);
  return (
    <TakenCall call={call}>
      <Text size="sm" c="red" role="status" mt={problem ? 'sm' : 0}>
        {problem}
      </Text>
      {state === 'speaking' ? <OnTheLine callId={callId} {...line} /> : null}
      {state === 'connecting' ? (
        <Text size="sm" mt="sm" role="status">
          Connecting. Allow the microphone if the browser asks.
        </Text>
      ) : null}
      {state === 'off' && problem ? (
        <Button mt="sm" onClick={() => void start()}>
          Connect again
        </Button>
      ) : null}
    </TakenCall>
  );
}

type Line = Omit<ReturnType<typeof useTakeOver>, 'state' | 'problem' | 'start'>;

function OnTheLine({
  callId,
  isMuted,
  isHolding,
  levels,
  mute,
  hold,
  handBack,
  suggestions,
  isSuggesting,
  suggest,
}: Line & { callId: string }) {
  const send = useCommand(callId);
  return (
    <>
      <Group gap="xs" mt="md" mb="sm">
        <StatusBadge status={isHolding ? 'on hold' : 'you speak'} tone="busy" pulse />
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
        <ConfirmButton
          isDestructive
          consequence="The customer is disconnected."
          onConfirm={() => send.mutateAsync({ type: 'end', message: null })}
          done="The call was ended."
        >
          End call
        </ConfirmButton>
      </Group>
      <Suggestions {...{ suggestions, isSuggesting, suggest }} />
      <Keys send={send.mutate} />
      <Onwards callId={callId} send={send.mutate} />
      <CommandsSoFar callId={callId} />
      <HandBack handBack={handBack} />
    </>
  );
}

/** Gives the call back to the agent, with a note that only the agent reads. */
function HandBack({ handBack }: Pick<Line, 'handBack'>) {
  const [note, setNote] = useState('');
  return (
    <Group gap="xs" align="flex-end" mt="sm">
      <Textarea
        label="Note for the agent"
        description="The customer does not hear it."
        flex={1}
        miw={220}
        autosize
        minRows={1}
        maxLength={2_000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Button variant="default" onClick={() => handBack(note)}>
        Hand back to the agent
      </Button>
    </Group>
  );
}

type Command = Schema<'CallCommandInput'>;

function useCommand(callId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Command) =>
      read(api.POST('/api/calls/{callId}/commands', { params: { path: { callId } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: commandsQuery(callId).queryKey }),
    onError: toastFailure,
  });
}

function Keys({ send }: { send: (command: Command) => void }) {
  const [keys, setKeys] = useState('');
  const press = (event: FormEvent) => {
    event.preventDefault();
    if (keys === '') return;
    send({ type: 'pressKeys', keys });
    setKeys('');
  };
  return (
    <form onSubmit={press}>
      <Group gap="xs" align="flex-end" mt="sm">
        <TextInput
          label="Keys"
          placeholder="123#"
          value={keys}
          onChange={({ currentTarget }) => setKeys(currentTarget.value.replaceAll(/[^0-9A-D*#w]/g, ''))}
        />
        <Button type="submit" variant="default" disabled={keys === ''}>
          Press
        </Button>
      </Group>
    </form>
  );
}

/** Transfers the call to another destination of the agent. */
function Onwards({ callId, send }: { callId: string; send: (command: Command) => void }) {
  const { data: destinations = [] } = useQuery(destinationsQuery(callId));
  const [chosen, setChosen] = useState<string | null>(null);
  if (destinations.length === 0) return null;
  return (
    <Group gap="xs" align="flex-end" mt="sm">
      <Select label="Transfer to" data={destinations} value={chosen} onChange={setChosen} />
      <Button
        variant="default"
        disabled={chosen === null}
        onClick={() => chosen !== null && send({ type: 'transfer', destination: chosen, message: null })}
      >
        Transfer
      </Button>
    </Group>
  );
}
