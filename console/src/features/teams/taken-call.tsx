import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AppLink, Elapsed, FactList, Panel } from '../../ui/index.ts';
import type { Presence } from './presence-link.ts';
import { TranscriptSoFar } from './transcript-so-far.tsx';

interface TakenCallProps {
  call: NonNullable<Presence['call']>;
  /** How the member is connected, below the transcript. */
  children: ReactNode;
}

/** The customer, the summary and the transcript of a call that the member has taken. */
export function TakenCall({ call, children }: TakenCallProps) {
  const { callId, teamName, customerNumber, summary, answeredAt } = call;
  return (
    <Panel title={`On a call for ${teamName}`} aside={<Elapsed since={answeredAt} />}>
      <FactList
        facts={[
          [
            'Customer',
            <AppLink key="call" to="/calls/$callId" params={{ callId }}>
              {customerNumber || 'From a web page'}
            </AppLink>,
          ],
        ]}
      />
      {summary ? <Text mt="sm">{summary}</Text> : null}
      <TranscriptSoFar callId={callId} />
      {children}
    </Panel>
  );
}
