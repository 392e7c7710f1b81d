import './teams.css';
import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCan } from '../../api/index.ts';
import { AppLink, EmptyState, FactList, Page, Panel, StatusBadge, useTicking } from '../../ui/index.ts';
import { Headset, NoAudio, tryMicrophone } from '../browser-audio/index.ts';
import { CommentsPanel } from '../calls/index.ts';
import { DevicesPanel } from './devices-panel.tsx';
import { OwnCallPanel } from './own-call.tsx';
import { type Presence, presenceLink } from './presence-link.ts';
import { devicesQuery } from './queries.ts';
import { askToNotify } from './ring-sound.ts';
import { RingingCard } from './ringing-card.tsx';
import { TakenCall } from './taken-call.tsx';
import { stateLabels } from './team-labels.ts';
import { usePresence, useSetPresence } from './use-presence.ts';

type MemberCall = NonNullable<Presence['call']>;

const ringingLabel = { status: 'ringing', tone: 'busy' } as const;

/** Where a member takes calls of teams. The connection stays open on other pages of the console. */
export function TakeCallsPage() {
  const mayTake = useCan('calls:control');
  const { presence, connection } = usePresence();
  useEffect(() => {
    if (mayTake) presenceLink.open();
  }, [mayTake]);
  const isRinging = presence?.call?.state === 'offered';
  const label = presence && (isRinging ? ringingLabel : stateLabels[presence.state]);
  const badge = label ? <StatusBadge {...label} /> : null;
  return (
    <Page title="Take calls" description="Calls that agents transfer to your teams ring here." beside={badge}>
      {mayTake ? null : (
        <EmptyState title="Your role cannot take calls">
          Ask an admin for a role that may control calls, such as Support.
        </EmptyState>
      )}
      {connection === 'lost' ? (
        <Alert color="yellow" title="The connection is lost" role="status">
          No calls ring here until it is back. This page tries again by itself.
        </Alert>
      ) : null}
      {presence && mayTake ? <Calls presence={presence} /> : null}
    </Page>
  );
}

function Calls({ presence }: { presence: Presence }) {
  const { call, teams, takesOn } = presence;
  const isOnDevice = takesOn === 'device';
  const [last, setLast] = useState<MemberCall | null>(null);
  useEffect(() => {
    if (call?.state === 'answered') setLast(call);
  }, [call]);
  if (teams.length === 0 && call === null)
    return (
      <Stack gap="md">
        <Panel title="Your teams">
          <EmptyState title="You are in no team" action={<AppLink to="/teams">Teams</AppLink>}>
            Calls ring here when you are a member of a team to which an agent transfers. To have an agent call
            a softphone without a team, or to call the agent from one, add the softphone as a{' '}
            <AppLink to="/trunks" className="app-link underlined">
              trunk
            </AppLink>
            .
          </EmptyState>
        </Panel>
        <DevicesPanel />
      </Stack>
    );
  return (
    <Stack gap="md">
      {call === null ? <StatePanel presence={presence} /> : null}
      {call === null && last ? <LastCall call={last} /> : null}
      {call?.state === 'offered' ? <RingingCard key={call.teamCallId} call={call} takesOn={takesOn} /> : null}
      {call?.state === 'answered' && !isOnDevice ? <AnsweredCall teamCallId={call.teamCallId} /> : null}
      {call?.state === 'answered' && isOnDevice ? <DeviceCall call={call} /> : null}
      <div hidden={call !== null}>
        {/* Mounted also while a call rings, because its dialog shows a password once. */}
        <DevicesPanel />
      </div>
    </Stack>
  );
}

/** The last call that the member took, for notes. It stays when the time for notes is over, because the member may be writing. */
function LastCall({ call }: { call: MemberCall }) {
  const { callId, teamName, customerNumber } = call;
  return (
    <>
      <Panel title="Your last call">
        <FactList
          facts={[
            [
              'Customer',
              <AppLink key="call" to="/calls/$callId" params={{ callId }}>
                {customerNumber || 'From a web page'}
              </AppLink>,
            ],
            ['Team', teamName],
          ]}
        />
      </Panel>
      <CommentsPanel call={call} />
    </>
  );
}

/** The call that the member has taken on a telephone. */
function DeviceCall({ call }: { call: NonNullable<Presence['call']> }) {
  return (
    <TakenCall call={call}>
      <Text size="sm" mt="sm" role="status">
        You speak on your telephone. Hang up there to end the call.
      </Text>
    </TakenCall>
  );
}

/** The call that the member has taken in a browser: here, or in another window. */
function AnsweredCall({ teamCallId }: { teamCallId: string }) {
  const { ownCall } = usePresence();
  if (ownCall?.teamCallId === teamCallId) return <OwnCallPanel />;
  return (
    <Panel title="You have a call in another window">
      <Text size="sm">
        You speak where you accepted it. If that window was closed or loaded anew, the agent has the call
        again in a moment.
      </Text>
    </Panel>
  );
}

function StatePanel({ presence }: { presence: Presence }) {
  const { state, awayBecause, wrapUpUntil, teams, takesOn } = presence;
  const [problem, setProblem] = useState<string | null>(null);
  const isAway = state === 'away';
  return (
    <Panel title={titles[state]} aside={<Text size="sm">{teams.map(({ name }) => name).join(', ')}</Text>}>
      {isAway && awayBecause === 'missed-call' ? (
        <Text size="sm" mb="sm" role="status">
          A call rang and was not answered, so you were set away.
        </Text>
      ) : null}
      {isAway && awayBecause !== 'missed-call' ? (
        <Text size="sm" c="dimmed" mb="sm">
          No calls ring. Once you are available, they ring as long as a window of the console is open.
        </Text>
      ) : null}
      {state === 'wrapUp' && wrapUpUntil !== null ? <Countdown until={wrapUpUntil} /> : null}
      <StateButtons presence={presence} onProblem={setProblem} />
      {problem === null ? null : (
        <Text size="sm" c="red" role="alert" mt="sm">
          {problem}
        </Text>
      )}
      {isAway || takesOn === 'browser' ? (
        <Box mt="md">
          <Headset since={state} />
        </Box>
      ) : null}
      {state === 'available' ? (
        <Text size="sm" c="dimmed" mt="sm">
          {takesOn === 'device'
            ? 'The next call rings on your telephone. You may close this window.'
            : 'The next call rings in this browser. You may use other pages of the console meanwhile. Closing the window sets you away.'}
        </Text>
      ) : null}
    </Panel>
  );
}

interface StateButtonsProps {
  presence: Presence;
  /** Receives why calls cannot ring in this browser. */
  onProblem: (problem: string | null) => void;
}

function StateButtons({ presence: { state, takesOn }, onProblem }: StateButtonsProps) {
  const { data } = useQuery(devicesQuery);
  const isRegistered = data?.devices.some(({ registrations }) => registrations.length > 0) ?? false;
  const { mutate, isPending } = useSetPresence();
  const isAway = state === 'away';
  const isInBrowser = takesOn === 'browser' && !isAway;
  const beAvailable = async (on: 'browser' | 'device') => {
    onProblem(null);
    if (on === 'browser' && !isInBrowser) {
      askToNotify();
      const why = await microphoneProblem();
      if (why !== null) return onProblem(why);
    }
    mutate({ state: 'available', on });
  };
  const other = (label: string, on: 'browser' | 'device') => (
    <Button variant="default" disabled={isPending} onClick={() => void beAvailable(on)}>
      {label}
    </Button>
  );
  return (
    <Group gap="xs" align="flex-end">
      {isAway || state === 'wrapUp' ? (
        <Button
          loading={isPending}
          onClick={() => void beAvailable(state === 'wrapUp' ? takesOn : 'browser')}
        >
          {state === 'wrapUp' ? 'Ready' : 'Become available'}
        </Button>
      ) : null}
      {isAway && isRegistered ? other('Become available on your telephone', 'device') : null}
      {state === 'available' && isInBrowser && isRegistered
        ? other('Ring on your telephone instead', 'device')
        : null}
      {state === 'available' && takesOn === 'device'
        ? other('Ring in this browser instead', 'browser')
        : null}
      {isAway || state === 'busy' ? null : (
        <Button variant="default" disabled={isPending} onClick={() => mutate({ state: 'away' })}>
          Set away
        </Button>
      )}
    </Group>
  );
}

/** Returns why no call can be taken in this browser, or `null`. */
async function microphoneProblem(): Promise<string | null> {
  try {
    await tryMicrophone();
    return null;
  } catch (error) {
    return error instanceof NoAudio ? error.message : 'The browser could not open the microphone.';
  }
}

const titles: Record<Presence['state'], string> = {
  available: 'You are available',
  busy: 'You have a call',
  wrapUp: 'Time for notes',
  away: 'You are away',
};

function Countdown({ until }: { until: string }) {
  const text = useTicking((nowMs) => `${Math.max(0, Math.ceil((Date.parse(until) - nowMs) / 1000))} s`);
  return (
    <Text size="sm" mb="sm">
      You get the next call in <strong className="tabular">{text}</strong>, or when you are ready.
    </Text>
  );
}
