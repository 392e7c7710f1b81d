import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  AppLink,
  Elapsed,
  formatInstant,
  formatLabel,
  formatNumber,
  formatPercent,
  Panel,
  TimeText,
} from '../../ui/index.ts';
import type { Call } from './call-labels.ts';

/** Reasons that "Ended by" already says. */
const partyEnds: ReadonlySet<string> = new Set(['customer-ended-call', 'assistant-ended-call']);

export function FactsPanel({ call }: { call: Call }) {
  const { quality, answeredBy, sipCode, sipReason, campaignParentCallIds: earlier } = call;
  const facts: [string, ReactNode][] = [
    // A call from a web page has none.
    ...(call.phoneNumberId === ''
      ? []
      : ([
          [
            'Agent number',
            <AppLink
              key="n"
              to="/phone-numbers/$phoneNumberId"
              params={{ phoneNumberId: call.phoneNumberId }}
            >
              {call.phoneNumber}
            </AppLink>,
          ],
        ] as [string, ReactNode][])),
    ...(call.campaignName
      ? ([
          [
            'Campaign',
            <AppLink key="c" to="/calls" search={{ campaignId: call.campaignId ?? '' }}>
              {call.campaignName}
            </AppLink>,
          ],
        ] as [string, ReactNode][])
      : []),
    ['Created', <Instant key="at" at={call.createdAt} />],
    ...(call.status === 'queued' && call.dueAt
      ? ([['Due', <TimeText key="due" at={call.dueAt} />]] as [string, ReactNode][])
      : []),
    ['Answered', <Instant key="at" at={call.startedAt} />],
    ['Ended', <Instant key="at" at={call.endedAt} />],
    ['Duration', <Elapsed key="ms" since={call.startedAt} until={call.endedAt} />],
    ['Ended by', call.endedBy ?? '—'],
    ...(call.endedReason && !partyEnds.has(call.endedReason)
      ? ([['Reason', formatLabel(call.endedReason)]] as [string, ReactNode][])
      : []),
    ...(sipCode ? ([['SIP answer', `${sipCode} ${sipReason ?? ''}`]] as [string, ReactNode][]) : []),
    ...(answeredBy
      ? ([['Answered by', `${formatLabel(answeredBy.kind)}: ${answeredBy.reason}`]] as [string, ReactNode][])
      : []),
    ...(call.transferDestination
      ? ([['Transferred to', call.transferDestination]] as [string, ReactNode][])
      : []),
    ['Attempt', earlier.length === 0 ? call.attempt : <Attempts key="a" call={call} />],
    ['Agent version', call.agentVersion ?? '—'],
    ...(quality
      ? ([
          [
            'Audio',
            `MOS ${quality.mosListening?.toFixed(1) ?? '—'}, ${formatPercent(quality.lossPercent / 100)} lost, jitter ${formatNumber(Math.round(quality.jitterMs))} ms`,
          ],
        ] as [string, ReactNode][])
      : []),
    ...(call.externalId ? ([['External id', call.externalId]] as [string, ReactNode][]) : []),
    [
      'Call id',
      <code key="id" className="id">
        {call.callId}
      </code>,
    ],
  ];
  return (
    <Panel title="Details">
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Instant({ at }: { at: string | null }) {
  return at === null ? '—' : <time dateTime={at}>{formatInstant(at)}</time>;
}

function Attempts({ call }: { call: Call }) {
  return (
    <>
      {call.attempt}, after{' '}
      {call.campaignParentCallIds.map((callId, index) => (
        <Text span inherit key={callId}>
          {index > 0 ? ', ' : ''}
          <Link className="app-link" to="/calls/$callId" params={{ callId }}>
            {index + 1}
          </Link>
        </Text>
      ))}
    </>
  );
}
