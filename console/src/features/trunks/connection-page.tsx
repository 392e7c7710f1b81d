import './trunks.css';
import { Alert, Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read, useCan } from '../../api/index.ts';
import {
  AppLink,
  ConfirmItem,
  DialogItem,
  FormDialog,
  MoreMenu,
  Page,
  Panel,
  StatusBadge,
  TimeText,
  toastFailure,
  UnloadedPage,
  useDraft,
} from '../../ui/index.ts';
import { TestCallButton } from '../test-call/index.ts';
import {
  type Connection,
  isUnderWay,
  stateLabel,
  stateTones,
  stepLabel,
  stepTones,
  vendorNames,
} from './connection-labels.ts';
import { NumbersPanel } from './connection-numbers.tsx';
import { ReplaceKey } from './replace-key.tsx';

const route = getRouteApi('/frame/trunks/carriers/$carrierConnectionId');
const runRefreshMs = 700;
const back = <AppLink to="/trunks">← Trunks</AppLink>;

/** An account at a carrier: its numbers, and the progress of connecting them. */
export function ConnectionPage() {
  const { carrierConnectionId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['carrier-connections', 'one', carrierConnectionId],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/carrier-connections/{carrierConnectionId}', {
          params: { path: { carrierConnectionId } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? runRefreshMs : false),
  });
  if (data) return <Loaded connection={data} />;
  return (
    <UnloadedPage
      title="Carrier"
      id={carrierConnectionId}
      back={back}
      skeleton={320}
      {...{ error, refetch }}
    />
  );
}

function Loaded({ connection }: { connection: Connection }) {
  const { name, vendor, state, problem, trunkId, sipAddress, steps } = connection;
  const mayWrite = useCan('organization:write');
  const isRunning = isUnderWay(connection);
  const mayConnect = mayWrite && !isRunning && state !== 'disconnecting';
  return (
    <Page
      title={name}
      back={back}
      beside={
        problem === null ? (
          <StatusBadge status={stateLabel(connection)} tone={stateTones[state]} pulse={isRunning} />
        ) : (
          <StatusBadge status="stopped" tone="bad" />
        )
      }
      description={
        state === 'ready'
          ? 'The key is stored. No number is connected.'
          : `${vendorNames[vendor]} sends calls to ${sipAddress}`
      }
      actions={
        <>
          {state === 'connected' && trunkId !== null ? (
            <TestCallButton trunkId={trunkId} variant="filled" />
          ) : null}
          {mayWrite ? (
            <MoreMenu>
              <ReplaceKey connection={connection} />
              {problem === null ? null : <Abandon connection={connection} />}
              {state === 'ready' ? (
                <RemoveKey connection={connection} />
              ) : (
                <Disconnect connection={connection} />
              )}
            </MoreMenu>
          ) : null}
        </>
      }
    >
      <Stack gap="md">
        {problem === null ? null : <ProblemAlert connection={connection} mayWrite={mayWrite} />}
        {state === 'connected' && trunkId !== null ? (
          <Alert color="teal" variant="light" title="Connected">
            <Text size="sm">Choose “Call my telephone”, or call one of the numbers from it.</Text>
            <AppLink to="/trunks/$trunkId" params={{ trunkId }}>
              See whether the carrier answers
            </AppLink>
          </Alert>
        ) : null}
        {steps.length === 0 ? null : <StepsPanel connection={connection} />}
        {mayConnect ? <NumbersPanel connection={connection} /> : null}
      </Stack>
    </Page>
  );
}

function StepsPanel({ connection: { steps, vendor } }: { connection: Connection }) {
  return (
    <Panel title="Steps">
      <Table aria-label="Steps" className="carrier-table">
        <Table.Tbody>
          {steps.map((step) => (
            <Table.Tr key={`${step.kind} ${step.phoneNumber}`}>
              <Table.Td>{stepLabel(step, vendor)}</Table.Td>
              <Table.Td ta="right" visibleFrom="sm">
                <TimeText at={step.at} />
              </Table.Td>
              <Table.Td ta="right" w={112}>
                <StatusBadge status={step.state} tone={stepTones[step.state]} pulse={step.state === 'sent'} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function ProblemAlert({ connection, mayWrite }: { connection: Connection; mayWrite: boolean }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { carrierConnectionId, problem, state, vendor } = connection;
  if (problem === null) return null;
  const { kind, phoneNumber, message, vendorMessage } = problem;
  const resume = async () => {
    setBusy(true);
    try {
      const params = { path: { carrierConnectionId } };
      await read(api.POST('/api/carrier-connections/{carrierConnectionId}/resume', { params }));
      await client.invalidateQueries({ queryKey: ['carrier-connections'] });
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Alert
      color="red"
      variant="light"
      title={kind === null ? 'Stopped' : `Stopped at: ${stepLabel({ kind, phoneNumber }, vendor)}`}
    >
      <Text size="sm">{message}</Text>
      {vendorMessage === null ? null : (
        <Text size="sm" c="dimmed" mt={4}>
          {vendorMessage}
        </Text>
      )}
      {mayWrite ? (
        <Group mt="sm">
          <Button size="xs" loading={isBusy} onClick={() => void resume()}>
            {state === 'disconnecting' ? 'Continue disconnecting' : 'Continue connecting'}
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}

/** Deletes a connection that cannot be undone, such as one to a closed account. */
function Abandon({ connection: { carrierConnectionId } }: { connection: Connection }) {
  const navigate = useNavigate();
  const abandon = async () => {
    const params = { path: { carrierConnectionId } };
    await read(api.POST('/api/carrier-connections/{carrierConnectionId}/abandon', { params }));
    await navigate({ to: '/trunks' });
  };
  return (
    <ConfirmItem
      isDestructive
      consequence="The key and the list of steps are deleted. What was made and bought stays, here and at the carrier, and you remove it by hand."
      onConfirm={abandon}
      refreshes={['carrier-connections']}
      done="The connection was deleted."
    >
      Delete without undoing
    </ConfirmItem>
  );
}

function Disconnect(props: { connection: Connection }) {
  return (
    <DialogItem label="Disconnect" isDestructive>
      {(close) => <DisconnectDialog {...props} onClose={close} />}
    </DialogItem>
  );
}

function DisconnectDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { carrierConnectionId, steps, vendor } = connection;
  const form = useDraft({ releaseNumbers: false });
  const bought = steps.filter(
    ({ kind, state }) => kind === 'buy' && state !== 'waiting' && state !== 'undone',
  );
  const numbers = bought.map(({ phoneNumber }) => phoneNumber).join(', ');
  const disconnect = () =>
    read(
      api.POST('/api/carrier-connections/{carrierConnectionId}/disconnect', {
        params: { path: { carrierConnectionId } },
        body: form.draft,
      }),
    );
  return (
    <FormDialog
      title={`Disconnect ${vendorNames[vendor]}`}
      action="Disconnect"
      size="md"
      isDestructive
      form={form}
      onSubmit={disconnect}
      refreshes={['carrier-connections']}
      done="Disconnecting."
      onClose={onClose}
    >
      {({ checked }) => (
        <>
          <Text size="sm">
            Parley removes the trunk and the numbers that it added here. At {vendorNames[vendor]} it undoes
            what it made, and nothing else. Numbers get back what they were assigned to before.
          </Text>
          {bought.length === 0 ? null : (
            <Checkbox
              label={`Give back ${numbers} for good`}
              description="Otherwise your account keeps what was bought, and pays for it."
              {...checked('releaseNumbers')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

function RemoveKey({ connection: { carrierConnectionId } }: { connection: Connection }) {
  const navigate = useNavigate();
  const remove = async () => {
    const params = { path: { carrierConnectionId } };
    await read(api.DELETE('/api/carrier-connections/{carrierConnectionId}', { params }));
    await navigate({ to: '/trunks' });
  };
  return (
    <ConfirmItem
      isDestructive
      consequence="The stored key is deleted. Nothing changes at the carrier."
      onConfirm={remove}
      refreshes={['carrier-connections']}
      done="The key was deleted."
    >
      Delete key
    </ConfirmItem>
  );
}
