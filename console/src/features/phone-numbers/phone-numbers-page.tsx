import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, read, type Schema, useCan, usePages } from '../../api/index.ts';
import { type Column, DataTable, EmptyState, formatNumber, Page, StatusBadge } from '../../ui/index.ts';
import { useAgentPicks } from '../picks/index.ts';
import { PhoneNumberButton } from './phone-number-dialog.tsx';

type PhoneNumber = Schema<'PhoneNumber'>;

const pageSize = 50;

/** The organization's numbers, newest first. */
export function PhoneNumbersPage() {
  const navigate = useNavigate();
  const mayWrite = useCan('telephony:write');
  const agentNames = new Map(useAgentPicks().map(({ value, label }) => [value, label]));
  const trunks = useQuery({
    queryKey: ['trunks', 'all'],
    queryFn: ({ signal }) => read(api.GET('/api/trunks', { params: { query: { pageSize: 1000 } }, signal })),
  });
  const trunksById = new Map(trunks.data?.trunks.map((trunk) => [trunk.trunkId, trunk]));
  const pages = usePages({
    queryKey: ['phone-numbers', 'list'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/phone-numbers', { params: { query: { pageSize, pageToken } }, signal })),
    rowsOf: ({ phoneNumbers }) => phoneNumbers,
  });
  const add = mayWrite ? (
    <PhoneNumberButton
      number={null}
      onSaved={({ phoneNumberId }) =>
        void navigate({ to: '/phone-numbers/$phoneNumberId', params: { phoneNumberId } })
      }
    >
      Add number
    </PhoneNumberButton>
  ) : null;
  return (
    <Page
      title="Numbers"
      description="Phone numbers that customers see and call, and who answers them."
      actions={add}
    >
      <DataTable
        label="Numbers"
        columns={columns(agentNames, trunksById)}
        pages={pages}
        rowKey={({ phoneNumberId }) => phoneNumberId}
        skeletonRows={4}
        empty={
          <EmptyState title="No numbers yet" action={add}>
            Add a number that your carrier gave you, and the trunk that its calls go over.
          </EmptyState>
        }
      />
    </Page>
  );
}

function columns(
  agentNames: ReadonlyMap<string, string>,
  trunks: ReadonlyMap<string, Schema<'Trunk'>>,
): Column<PhoneNumber>[] {
  return [
    {
      id: 'number',
      title: 'Number',
      width: 160,
      cell: ({ phoneNumberId, phoneNumber }) => (
        <Link to="/phone-numbers/$phoneNumberId" params={{ phoneNumberId }} className="row-link">
          {phoneNumber}
        </Link>
      ),
    },
    {
      id: 'health',
      title: 'Trunk is',
      width: 116,
      cell: ({ trunkId }) => <TrunkHealth trunk={trunks.get(trunkId ?? '')} hasTrunk={trunkId !== null} />,
    },
    {
      id: 'trunk',
      title: 'Trunk',
      hiddenBelow: 'sm',
      cell: ({ trunkId }) => trunks.get(trunkId ?? '')?.name ?? '—',
    },
    {
      id: 'agent',
      title: 'Answered by',
      hiddenBelow: 'sm',
      cell: ({ inboundAgentId }) => agentNames.get(inboundAgentId ?? '') ?? 'Nobody',
    },
    {
      id: 'presence',
      title: 'Local presence',
      width: 120,
      hiddenBelow: 'md',
      cell: ({ localPresence }) => (localPresence ? 'Yes' : 'No'),
    },
    {
      id: 'today',
      title: 'Calls today',
      width: 120,
      align: 'right',
      hiddenBelow: 'md',
      cell: ({ callsToday, maxCallsPerDay }) =>
        maxCallsPerDay === null
          ? formatNumber(callsToday)
          : `${formatNumber(callsToday)} of ${formatNumber(maxCallsPerDay)}`,
    },
  ];
}

function TrunkHealth({ trunk, hasTrunk }: { trunk: Schema<'Trunk'> | undefined; hasTrunk: boolean }) {
  if (!hasTrunk) return <StatusBadge status="missing" tone="waiting" />;
  const status = trunk?.health.status ?? 'unknown';
  return (
    <StatusBadge status={status} tone={status === 'up' ? 'good' : status === 'down' ? 'bad' : 'neutral'} />
  );
}
