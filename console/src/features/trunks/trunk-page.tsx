import { Alert, Grid, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { api, read, useCan } from '../../api/index.ts';
import {
  AppLink,
  ConfirmItem,
  FactList,
  formatInstant,
  formatLabel,
  formatNumber,
  MoreMenu,
  Page,
  Panel,
  StatusBadge,
  TimeText,
  UnloadedPage,
} from '../../ui/index.ts';
import { CircuitFacts } from '../circuits/index.ts';
import { PhoneNumberButton } from '../phone-numbers/index.ts';
import { useFound } from '../picks/index.ts';
import { TestCallButton } from '../test-call/index.ts';
import { adviceOn, audioAdvice, isWithoutAudio, peerOf } from './health-advice.ts';
import { TrunkButton } from './trunk-dialog.tsx';
import { addressOf, shownHealth, type Trunk } from './trunk-labels.ts';

const route = getRouteApi('/frame/trunks/$trunkId');
const healthRefreshMs = 10_000;
/** Until the first check has ended. */
const firstCheckRefreshMs = 1_000;
const back = <AppLink to="/trunks">← Trunks</AppLink>;

/** One trunk: its health and its settings. */
export function TrunkPage() {
  const { trunkId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['trunks', 'one', trunkId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/trunks/{trunkId}', { params: { path: { trunkId } }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.health.status === 'unknown' ? firstCheckRefreshMs : healthRefreshMs,
  });
  if (data) return <LoadedTrunk trunk={data} />;
  return <UnloadedPage title="Trunk" id={trunkId} back={back} skeleton={320} {...{ error, refetch }} />;
}

function LoadedTrunk({ trunk }: { trunk: Trunk }) {
  const { trunkId, name, circuit } = trunk;
  const mayWrite = useCan('telephony:write');
  const client = useQueryClient();
  const reset = async () => {
    await read(api.POST('/api/trunks/{trunkId}/circuit/reset', { params: { path: { trunkId } } }));
    await client.invalidateQueries({ queryKey: ['trunks'] });
  };
  return (
    <Page
      title={name}
      back={back}
      beside={<StatusBadge {...shownHealth(trunk)} />}
      description={addressOf(trunk)}
      actions={
        <>
          <TestCallButton trunkId={trunkId} />
          {mayWrite ? (
            <>
              <TrunkButton trunk={trunk}>Edit trunk</TrunkButton>
              <MoreMenu>
                <DeleteTrunk trunk={trunk} />
              </MoreMenu>
            </>
          ) : null}
        </>
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Setup trunk={trunk} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="md">
            <HealthPanel trunk={trunk} />
            <CircuitFacts circuit={circuit} onReset={mayWrite ? reset : null} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

/** The newest numbers that use the trunk. */
function NumbersOf({ trunkId }: { trunkId: string }) {
  const mayWrite = useCan('telephony:write');
  const { rows, isPending, isStale, hasMore } = useFound({ kind: 'phone-numbers', search: '', trunkId });
  if (isPending || isStale) return <span aria-busy="true">…</span>;
  if (rows.length === 0) return mayWrite ? <AddNumber trunkId={trunkId} /> : 'None';
  return [...rows.map(({ label }) => label), ...(hasMore ? ['and more'] : [])].join(', ');
}

function AddNumber({ trunkId }: { trunkId: string }) {
  return (
    <Group gap="xs">
      None
      <PhoneNumberButton number={null} usual={{ trunkId }}>
        Add phone number
      </PhoneNumberButton>
    </Group>
  );
}

function HealthPanel({ trunk }: { trunk: Trunk }) {
  const { health, register, optionsIntervalSeconds } = trunk;
  const { status, reason, since, checkedAt, audioProblem } = health;
  const toDo = adviceOn(trunk);
  return (
    <Panel title="Health" aside={<StatusBadge {...shownHealth(trunk)} />}>
      {checkedAt === null ? (
        <Text size="sm" mb="xs" role="status">
          <Loader size={12} mr={8} />
          Checking whether the {peerOf(trunk)} answers…
        </Text>
      ) : null}
      {toDo === null ? null : (
        <Alert color={status === 'down' ? 'red' : 'yellow'} variant="light" mb="sm">
          {toDo}
        </Alert>
      )}
      <AudioFound trunk={trunk} />
      <FactList
        facts={[
          reason === null ? null : ['Reason', reason],
          audioProblem === null ? null : ['Last call', audioProblem],
          since === null ? null : ['Since', formatInstant(since)],
          [
            register ? (status === 'up' ? 'Last registration' : 'Last attempt') : 'Last checked',
            <TimeText key="at" at={checkedAt} />,
          ],
          [
            'OPTIONS interval',
            optionsIntervalSeconds === null ? 'After a failure only' : `Every ${optionsIntervalSeconds} s`,
          ],
        ]}
      />
    </Panel>
  );
}

/** Says which codecs the trunk and its carrier have in common, or that only a call shows it, and offers the call. */
function AudioFound({ trunk }: { trunk: Trunk }) {
  const { status, peerCodecs } = trunk.health;
  const isBad = isWithoutAudio(trunk);
  if (status !== 'up' && !isBad) return null;
  const text = <Text size="sm">{audioAdvice(trunk)}</Text>;
  return (
    <Stack gap="xs" mb="sm" align="start">
      {isBad ? (
        <Alert color="red" variant="light" title="No audio in common">
          {text}
        </Alert>
      ) : (
        text
      )}
      {isBad || peerCodecs === null ? <TestCallButton trunkId={trunk.trunkId} /> : null}
    </Stack>
  );
}

/** Returns how the trunk interprets dialed digits. */
function dialPlanOf({ dialPlan: { country, exitCodes, linePrefixes } }: Trunk): string {
  const parts = [
    country === null ? 'Country of the number' : country,
    exitCodes.length === 0 ? null : `international prefix ${exitCodes.join(', ')}`,
    linePrefixes.length === 0 ? null : `outside line prefix ${linePrefixes.join(', ')}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function Setup({ trunk }: { trunk: Trunk }) {
  const { maxCallsPerSecond, maxConcurrentCalls, allowedAddresses } = trunk;
  const cap = (value: number | null) => (value === null ? 'No limit' : formatNumber(value));
  return (
    <Panel title="Configuration">
      <FactList
        facts={[
          ['Phone numbers', <NumbersOf key="numbers" trunkId={trunk.trunkId} />],
          ['Address', addressOf(trunk)],
          ['Username', trunk.username ?? '—'],
          ['Password', trunk.hasPassword ? 'Stored, encrypted' : 'None'],
          ['Registers', trunk.register ? 'Yes' : 'No'],
          [
            'Source addresses',
            allowedAddresses === null ? 'Addresses of the host' : allowedAddresses.join(', ') || 'None',
          ],
          ['Calls per second', cap(maxCallsPerSecond)],
          ['Concurrent calls', cap(maxConcurrentCalls)],
          ['Codecs', trunk.codecs.join(', ')],
          ['Encrypted audio', formatLabel(trunk.mediaEncryption)],
          ['Dial plan', dialPlanOf(trunk)],
          ['Accepts transfers', trunk.acceptTransfers ? 'Yes' : 'No'],
          ['Trunk id', <code key="id">{trunk.trunkId}</code>],
        ]}
      />
    </Panel>
  );
}

function DeleteTrunk({ trunk: { trunkId } }: { trunk: Trunk }) {
  const navigate = useNavigate();
  const remove = async () => {
    await read(api.DELETE('/api/trunks/{trunkId}', { params: { path: { trunkId } } }));
    await navigate({ to: '/trunks' });
  };
  return (
    <ConfirmItem
      isDestructive
      consequence="Calls can no longer use this trunk. This cannot be undone."
      onConfirm={remove}
      refreshes={['trunks']}
      done="The trunk was deleted."
    >
      Delete trunk
    </ConfirmItem>
  );
}
