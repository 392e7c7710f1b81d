import { Link, useNavigate } from '@tanstack/react-router';
import { api, read, type Schema, useCan, usePages } from '../../api/index.ts';
import { type Column, DataTable, EmptyState, Page, StatusBadge } from '../../ui/index.ts';
import { NameOf, usePick } from '../picks/index.ts';
import { callsTodayOf } from './calls-today.ts';
import { PhoneNumberButton } from './phone-number-dialog.tsx';

type PhoneNumber = Schema<'PhoneNumber'>;

const pageSize = 50;

/** Lists the organization's numbers, newest first. */
export function PhoneNumbersPage() {
  const navigate = useNavigate();
  const mayWrite = useCan('telephony:write');
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
      Add phone number
    </PhoneNumberButton>
  ) : null;
  return (
    <Page
      title="Phone numbers"
      description="The numbers that customers see and call, and the agent that answers each."
      actions={add}
    >
      <DataTable
        label="Phone numbers"
        columns={columns}
        pages={pages}
        rowKey={({ phoneNumberId }) => phoneNumberId}
        skeletonRows={4}
        empty={
          <EmptyState title="No phone numbers yet" isReadOnly={!mayWrite} action={add}>
            Add a number from your carrier and choose its trunk.
          </EmptyState>
        }
      />
    </Page>
  );
}

const columns: Column<PhoneNumber>[] = [
  {
    id: 'number',
    title: 'Phone number',
    width: 160,
    cell: ({ phoneNumberId, phoneNumber }) => (
      <Link to="/phone-numbers/$phoneNumberId" params={{ phoneNumberId }} className="row-link">
        {phoneNumber}
      </Link>
    ),
  },
  {
    id: 'health',
    title: 'Trunk health',
    width: 116,
    cell: ({ trunkId }) => <TrunkHealth trunkId={trunkId} />,
  },
  {
    id: 'trunk',
    title: 'Trunk',
    hiddenBelow: 'sm',
    cell: ({ trunkId }) => (trunkId === null ? '—' : <NameOf kind="trunks" id={trunkId} />),
  },
  {
    id: 'agent',
    title: 'Answered by',
    hiddenBelow: 'sm',
    cell: ({ inboundAgentId }) =>
      inboundAgentId === null ? 'None' : <NameOf kind="agents" id={inboundAgentId} />,
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
    cell: callsTodayOf,
  },
];

function TrunkHealth({ trunkId }: { trunkId: string | null }) {
  const trunk = usePick('trunks', trunkId);
  if (trunkId === null) return <StatusBadge status="missing" tone="waiting" />;
  const status = trunk?.health ?? 'unknown';
  return (
    <StatusBadge status={status} tone={status === 'up' ? 'good' : status === 'down' ? 'bad' : 'neutral'} />
  );
}
