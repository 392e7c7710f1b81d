import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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
import { NameOf } from '../picks/index.ts';
import type { Call } from './call-labels.ts';
import { whyQuery } from './queries.ts';
import { sipCallIds } from './timeline.ts';

/** Reasons that "Ended by" already says. */
const partyEnds: ReadonlySet<string> = new Set(['customer-ended-call', 'assistant-ended-call']);

type Fact = [name: string, value: ReactNode];

export function FactsPanel({ call }: { call: Call }) {
  // The timeline reads the same decisions.
  const { data } = useQuery(whyQuery(call.callId));
  return (
    <Panel title="Details">
      <dl className="facts">
        {factsOf(call, sipCallIds(data?.decisions ?? [])).map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a call that failed over has several Call-IDs
          <div key={`${name} ${index}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function factsOf(call: Call, sipIds: readonly string[]): Fact[] {
  const { quality, answeredBy, sipCode, sipReason, endedReason, transferDestination, externalId } = call;
  const facts: (Fact | null)[] = [
    // A call from a web page has none.
    call.phoneNumberId === '' ? null : ['Agent number', <AgentNumber key="n" call={call} />],
    call.campaignName ? ['Campaign', <CampaignLink key="c" call={call} />] : null,
    call.trunkId ? ['Trunk', <TrunkLink key="trunk" trunkId={call.trunkId} />] : null,
    ['Created', <Instant key="at" at={call.createdAt} />],
    call.status === 'queued' && call.dueAt ? ['Due', <TimeText key="due" at={call.dueAt} />] : null,
    ['Answered', <Instant key="at" at={call.startedAt} />],
    ['Ended', <Instant key="at" at={call.endedAt} />],
    ['Duration', <Elapsed key="ms" since={call.startedAt} until={call.endedAt} />],
    ['Ended by', call.endedBy ?? '—'],
    endedReason && !partyEnds.has(endedReason) ? ['Reason', formatLabel(endedReason)] : null,
    sipCode ? ['SIP answer', `${sipCode} ${sipReason ?? ''}`] : null,
    answeredBy ? ['Answered by', `${formatLabel(answeredBy.kind)}: ${answeredBy.reason}`] : null,
    transferDestination ? ['Transferred to', transferDestination] : null,
    ['Attempt', call.campaignParentCallIds.length === 0 ? call.attempt : <Attempts key="a" call={call} />],
    ['Agent version', call.agentVersion ?? '—'],
    quality ? ['Audio', qualityText(quality)] : null,
    externalId ? ['External id', externalId] : null,
    ['Call id', <Id key="id" id={call.callId} />],
    ...sipIds.map((id): Fact => ['SIP Call-ID', <Id key={id} id={id} />]),
  ];
  return facts.filter((fact) => fact !== null);
}

function qualityText(quality: NonNullable<Call['quality']>): string {
  const { packetsReceived, mosListening, lossPercent, jitterMs } = quality;
  if (packetsReceived === 0) return 'No audio was received';
  const jitter = formatNumber(Math.round(jitterMs));
  return `MOS ${mosListening?.toFixed(1) ?? '—'}, ${formatPercent(lossPercent / 100)} lost, jitter ${jitter} ms`;
}

function AgentNumber({ call: { phoneNumberId, phoneNumber } }: { call: Call }) {
  return (
    <AppLink to="/phone-numbers/$phoneNumberId" params={{ phoneNumberId }}>
      {phoneNumber}
    </AppLink>
  );
}

function CampaignLink({ call: { campaignId, campaignName } }: { call: Call }) {
  return (
    <AppLink to="/campaigns/$campaignId" params={{ campaignId: campaignId ?? '' }}>
      {campaignName}
    </AppLink>
  );
}

function TrunkLink({ trunkId }: { trunkId: string }) {
  return (
    <AppLink to="/trunks/$trunkId" params={{ trunkId }}>
      <NameOf kind="trunks" id={trunkId} />
    </AppLink>
  );
}

function Id({ id }: { id: string }) {
  return <code className="id">{id}</code>;
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
