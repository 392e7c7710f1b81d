import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Elapsed, FactList, Panel, useTicking } from '../../ui/index.ts';
import type { Presence } from './presence-link.ts';
import { TranscriptSoFar } from './transcript-so-far.tsx';
import { useAccept, useDecline } from './use-presence.ts';

type OwnCall = NonNullable<Presence['call']>;

interface RingingCardProps {
  call: OwnCall;
  /** Where the call rings: here, or on the telephone of the member, who answers it there. */
  takesOn: Presence['takesOn'];
  isShort?: boolean;
}

/** A call that rings at the member: who calls, what about, and what was said so far. */
export function RingingCard({ call, takesOn, isShort = false }: RingingCardProps) {
  const { teamName, customerNumber, agentName, summary, waitingSince, offerUntil } = call;
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
        {takesOn === 'device' ? (
          <Text mt="md" role="status">
            It rings on your telephone. Answer it there.
          </Text>
        ) : null}
        <Answers call={call} takesOn={takesOn} isShort={isShort} />
      </Panel>
    </div>
  );
}

function Answers({ call: { teamCallId, isDialed }, takesOn, isShort }: Required<RingingCardProps>) {
  const accept = useAccept(teamCallId);
  const decline = useDecline(teamCallId);
  const isPending = accept.isPending || decline.isPending;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isShort) button.current?.focus();
  }, [isShort]);
  const isTaken = useRef(false);
  const { mutate: take } = accept;
  useEffect(() => {
    // The customer of a campaign has answered, and waits 2 s at most.
    if (!isDialed || isTaken.current) return;
    isTaken.current = true;
    take();
  }, [isDialed, take]);
  return (
    <Group mt="md" gap="xs">
      {takesOn === 'device' ? null : (
        <Button ref={button} loading={accept.isPending} disabled={isPending} onClick={() => take()}>
          Accept
        </Button>
      )}
      <Button variant="default" disabled={isPending} onClick={() => decline.mutate()}>
        Decline
      </Button>
    </Group>
  );
}

function RingsFor({ until }: { until: string | null }) {
  const text = useTicking((nowMs) => {
    const seconds = until === null ? 0 : Math.max(0, Math.ceil((Date.parse(until) - nowMs) / 1000));
    return `rings for ${seconds} s more`;
  });
  return (
    <Text size="sm" c="dimmed" className="tabular">
      {text}
    </Text>
  );
}
