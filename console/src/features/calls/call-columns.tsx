import { Link } from '@tanstack/react-router';
import { type Column, Duration, StatusBadge, TimeText, useNowMs } from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';
import { type Call, directionWords, outcomeOf, talkedMs } from './call-words.ts';

/** How calls look in a table, wherever they are listed. */
export const callColumns: Column<Call>[] = [
  {
    id: 'customer',
    title: 'Customer',
    width: 150,
    cell: (call) => (
      <Link to="/calls/$callId" params={{ callId: call.callId }} className="row-link">
        {call.customerNumber}
      </Link>
    ),
  },
  { id: 'outcome', title: 'Outcome', width: 216, cell: (call) => <CallOutcome call={call} /> },
  {
    id: 'direction',
    title: 'Direction',
    width: 96,
    hiddenBelow: 'sm',
    cell: ({ type }) => directionWords[type],
  },
  {
    id: 'agent',
    title: 'Agent',
    hiddenBelow: 'sm',
    cell: ({ agentId }) => <NameOf kind="agents" id={agentId} />,
  },
  { id: 'campaign', title: 'Campaign', hiddenBelow: 'lg', cell: ({ campaignName }) => campaignName ?? '—' },
  { id: 'talked', title: 'Talk time', width: 110, hiddenBelow: 'sm', cell: (call) => <Talked call={call} /> },
  {
    id: 'waited',
    title: 'Response p95',
    width: 104,
    align: 'right',
    hiddenBelow: 'lg',
    cell: ({ latency }) => <Duration ms={latency?.p95Ms} />,
  },
  {
    id: 'created',
    title: 'Created',
    width: 112,
    align: 'right',
    hiddenBelow: 'sm',
    cell: ({ createdAt }) => <TimeText at={createdAt} />,
  },
];

/** What a call came to, or where it stands. */
export function CallOutcome({ call }: { call: Call }) {
  const { word, tone, pulse } = outcomeOf(call);
  return <StatusBadge status={word} tone={tone} pulse={pulse} />;
}

function Talked({ call }: { call: Call }) {
  const nowMs = useNowMs();
  return <Duration ms={talkedMs(call, nowMs)} />;
}
