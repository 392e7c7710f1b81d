import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Column, Duration, Elapsed, StatusBadge, TimeText } from '../../ui/index.ts';
import { personName } from '../person-words/index.ts';
import { NameOf } from '../picks/index.ts';
import { type Call, directionLabels, type Ended, outcomeOf } from './call-labels.ts';

/** The columns of every table of calls. */
export const callColumns: Column<Call>[] = [
  {
    id: 'customer',
    title: 'Customer',
    width: 150,
    cell: (call) => <Customer call={call} />,
  },
  { id: 'outcome', title: 'Outcome', width: 216, cell: (call) => <CallOutcome call={call} /> },
  {
    id: 'direction',
    title: 'Direction',
    width: 96,
    hiddenBelow: 'md',
    cell: ({ type }) => directionLabels[type],
  },
  {
    id: 'agent',
    title: 'Agent',
    hiddenBelow: 'sm',
    cell: ({ agentId }) => <NameOf kind="agents" id={agentId} />,
  },
  { id: 'campaign', title: 'Campaign', hiddenBelow: 'lg', cell: ({ campaignName }) => campaignName ?? '—' },
  {
    id: 'talked',
    title: 'Duration',
    width: 110,
    hiddenBelow: 'sm',
    cell: ({ startedAt, endedAt }) => <Elapsed since={startedAt} until={endedAt} />,
  },
  {
    id: 'waited',
    title: 'Response p95',
    width: 104,
    align: 'right',
    hiddenBelow: 'xl',
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

/** Shows the result of a call, or its state. */
export function CallOutcome({ call }: { call: Ended }) {
  const { word, tone, pulse } = outcomeOf(call);
  return <StatusBadge status={word} tone={tone} pulse={pulse} />;
}

/** The number, which leads to the call, and the name among its variables. */
function Customer({ call: { callId, customerNumber, callVariables } }: { call: Call }) {
  const name = personName(callVariables);
  return (
    <>
      <Link to="/calls/$callId" params={{ callId }} className="row-link">
        {customerNumber}
      </Link>
      {name === null ? null : (
        <Text size="xs" c="dimmed" truncate>
          {name}
        </Text>
      )}
    </>
  );
}
