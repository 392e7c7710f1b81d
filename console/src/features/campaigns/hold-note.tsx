import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount, formatNumber, hourCycle } from '../../ui/index.ts';
import { DecisionText } from '../calls/index.ts';
import type { CampaignDetail } from './campaign-state.ts';

const when = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle,
});

/** Says why most queued calls of a running campaign are not dialed now, and until when. */
export function HoldNote({ campaign: { hold, daytimeOnly } }: { campaign: CampaignDetail }) {
  // A process of the version before answers without the hold.
  if (!hold) return null;
  const { reason, message, calls, isMore, until } = hold;
  const customers = isMore ? `${formatNumber(calls)} or more customers` : formatCount(calls, 'customer');
  const first = until === null ? '' : ` The first is called at ${when.format(Date.parse(until))}, your time.`;
  if (reason === 'calling-hours' || reason === 'schedule-closed') {
    const title = `Waiting for ${reason === 'calling-hours' ? 'calling hours' : 'the schedule'}`;
    const can = `${customers} can be called ${daytimeOnly ? 'from 8:00 to 21:00 on their own clock' : 'later'}`;
    return (
      <Note title={title}>
        {reason === 'calling-hours' ? can : `The schedule is closed for ${customers}`}.{first}
      </Note>
    );
  }
  if (reason === 'retry-delay' || reason === 'time-of-day')
    return (
      <Note title="Waiting for the next attempt">
        {customers} {calls === 1 ? 'is' : 'are'} called again later.{first}
      </Note>
    );
  return (
    <Note title={`Waiting: ${customers} cannot be called now`}>
      <DecisionText text={message} />
    </Note>
  );
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert color="yellow" variant="light" role="status" mb="md" title={title}>
      {children}
    </Alert>
  );
}
