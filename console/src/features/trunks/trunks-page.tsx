import { Group, Stack } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, read, useCan, usePages } from '../../api/index.ts';
import { type Column, DataTable, EmptyState, Page, StatusBadge, TimeText } from '../../ui/index.ts';
import { circuitTones, circuitWords } from '../circuits/index.ts';
import { ConnectButton, ConnectionList } from './connect-carrier.tsx';
import { TrunkButton } from './trunk-dialog.tsx';
import { addressOf, shownHealth, type Trunk } from './trunk-labels.ts';

const pageSize = 50;

/** Lists trunks with their health, newest first. */
export function TrunksPage() {
  const navigate = useNavigate();
  const mayWrite = useCan('telephony:write');
  const pages = usePages({
    queryKey: ['trunks', 'list'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/trunks', { params: { query: { pageSize, pageToken } }, signal })),
    rowsOf: ({ trunks }) => trunks,
  });
  const add = mayWrite ? (
    <TrunkButton
      trunk={null}
      onSaved={({ trunkId }) => void navigate({ to: '/trunks/$trunkId', params: { trunkId } })}
    >
      Add trunk
    </TrunkButton>
  ) : null;
  const connect = useCan('organization:write') ? (
    <>
      <ConnectButton vendor="twilio" />
      <ConnectButton vendor="telnyx" />
    </>
  ) : null;
  return (
    <Page
      title="Trunks"
      description="Connections to SIP carriers, PBXs and softphones, for outbound and inbound calls."
      actions={
        <>
          {connect}
          {add}
        </>
      }
    >
      <Stack gap="md">
        <ConnectionList />
        <DataTable
          label="Trunks"
          columns={columns}
          pages={pages}
          rowKey={({ trunkId }) => trunkId}
          skeletonRows={4}
          empty={
            <EmptyState
              title="No trunks yet"
              isReadOnly={!mayWrite}
              action={
                <Group gap="xs">
                  {connect}
                  {add}
                </Group>
              }
            >
              Connect Twilio or Telnyx with a key, or add the SIP server of your carrier or PBX.
            </EmptyState>
          }
        />
      </Stack>
    </Page>
  );
}

const columns: Column<Trunk>[] = [
  {
    id: 'name',
    title: 'Trunk',
    cell: ({ trunkId, name }) => (
      <Link to="/trunks/$trunkId" params={{ trunkId }} className="row-link">
        {name}
      </Link>
    ),
  },
  {
    id: 'health',
    title: 'Health',
    width: 116,
    cell: (trunk) => <StatusBadge {...shownHealth(trunk)} />,
  },
  {
    id: 'circuit',
    title: 'Circuit',
    width: 116,
    hiddenBelow: 'sm',
    cell: ({ circuit }) => (
      <StatusBadge status={circuitWords[circuit.state]} tone={circuitTones[circuit.state]} />
    ),
  },
  { id: 'address', title: 'Address', hiddenBelow: 'sm', cell: addressOf },
  {
    id: 'registers',
    title: 'Registers',
    width: 100,
    hiddenBelow: 'md',
    cell: ({ register }) => (register ? 'Yes' : 'No'),
  },
  {
    id: 'checked',
    title: 'Last checked',
    width: 112,
    align: 'right',
    hiddenBelow: 'md',
    cell: ({ health }) => <TimeText at={health.checkedAt} />,
  },
];
