import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Elapsed, FactList, Panel, useTicking } from '../../ui/index.ts';
import type { Presence } from './presence-link.ts';
import { TranscriptSoFar } from './transcript-so-far.tsx';
import { useAnswer } from './use-presence.ts';

type OwnCall = NonNullable<Presence['call']>;

/** A call that rings at the member: who calls, what about, and what was said so far. */
export function RingingCard({ call, isShort = false }: { call: OwnCall; isShort?: boolean }) {
  const { teamCallId, teamName, customerNumber, agentName, summary, waitingSince, offerUntil } = call;
  const { mutate, isPending } = useAnswer(teamCallId);
  const navigate = useNavigate();
  const accept = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isShort) accept.current?.focus();
  }, [isShort]);
  const take = () => mutate('accept', { onSuccess: () => void navigate({ to: '/take-calls' }) });
  const { isDialed } = call;
  const isTaken = useRef(false);
  useEffect(() => {
    // The customer of a campaign has answered, and waits 2 s at most.
    if (!isDialed || isTaken.current) return;
    isTaken.current = true;
    mutate('accept', { onSuccess: () => void navigate({ to: '/take-calls' }) });
  }, [isDialed, mutate, navigate]);
  return (
    <div role="alertdialog" aria-label={`A call for ${teamName}`} className="ringing-card">
      <Panel title={`A call for ${teamName}`} aside={<RingsFor until={offerUntil} />}>
        <FactList
          facts={[
            ['Customer', customerNumber || 'From a web page'],
            ['Waiting', <Elapsed key="waiting" since={waitingSince} />],
            agentName === null ? null : ['Agent', agentName],
          ]}
        />
        {summary ? (
          <Text mt="sm" className="ringing-summary">
            {summary}
          </Text>
        ) : null}
        {isShort ? null : <TranscriptSoFar callId={call.callId} />}
        <Group mt="md" gap="xs">
          <Button ref={accept} color="teal" loading={isPending} onClick={take}>
            Accept
          </Button>
          <Button variant="default" disabled={isPending} onClick={() => mutate('decline')}>
            Decline
          </Button>
        </Group>
      </Panel>
    </div>
  );
}

function RingsFor({ until }: { until: string | null }) {
  const text = useTicking((nowMs) => {
    const seconds = until === null ? 0 : Math.max(0, Math.ceil((Date.parse(until) - nowMs) / 1000));
    return `rings for ${seconds} s`;
  });
  return (
    <Text size="sm" c="dimmed" className="tabular">
      {text}
    </Text>
  );
}
