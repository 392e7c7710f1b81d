import { Grid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import {
  AppLink,
  ConfirmItem,
  ErrorState,
  FactList,
  formatNumber,
  MoreMenu,
  Page,
  Panel,
  UnloadedPage,
} from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';
import { TestCallButton } from '../test-call/index.ts';
import { TurnedAwayFigures, turnedAwayQuery } from '../turned-away/index.ts';
import { callsTodayOf } from './calls-today.ts';
import { PhoneNumberButton } from './phone-number-dialog.tsx';

type PhoneNumber = Schema<'PhoneNumber'>;

const route = getRouteApi('/frame/phone-numbers/$phoneNumberId');
const back = <AppLink to="/phone-numbers">← Phone numbers</AppLink>;

/** One number: its agent, routes and limits. */
export function PhoneNumberPage() {
  const { phoneNumberId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['phone-numbers', 'one', phoneNumberId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/phone-numbers/{phoneNumberId}', { params: { path: { phoneNumberId } }, signal })),
  });
  if (data) return <LoadedNumber number={data} />;
  return (
    <UnloadedPage
      title="Phone number"
      id={phoneNumberId}
      back={back}
      skeleton={240}
      {...{ error, refetch }}
    />
  );
}

function LoadedNumber({ number }: { number: PhoneNumber }) {
  const { phoneNumberId, phoneNumber, trunkId, fallbackTrunkIds, inboundAgentId } = number;
  const mayWrite = useCan('telephony:write');
  const trunk = (id: string) => (
    <AppLink key={id} to="/trunks/$trunkId" params={{ trunkId: id }}>
      <NameOf kind="trunks" id={id} />
    </AppLink>
  );
  return (
    <Page
      title={phoneNumber}
      back={back}
      actions={
        <>
          {trunkId === null ? null : <TestCallButton phoneNumberId={phoneNumberId} />}
          {mayWrite ? (
            <>
              <PhoneNumberButton number={number}>Edit phone number</PhoneNumberButton>
              <MoreMenu>
                <DeleteNumber number={number} />
              </MoreMenu>
            </>
          ) : null}
        </>
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Panel title="Routing">
            <FactList
              facts={[
                ['Trunk', trunkId === null ? 'None (calls are held)' : trunk(trunkId)],
                [
                  'Fallback trunks',
                  fallbackTrunkIds.length === 0 ? (
                    'None'
                  ) : (
                    <Trunks key="ways" ids={fallbackTrunkIds} trunk={trunk} />
                  ),
                ],
                [
                  'Answered by',
                  inboundAgentId === null ? (
                    'None (calls are rejected)'
                  ) : (
                    <AppLink key="agent" to="/agents/$agentId" params={{ agentId: inboundAgentId }}>
                      <NameOf kind="agents" id={inboundAgentId} />
                    </AppLink>
                  ),
                ],
                ['Busy response', number.overflow === null ? '486 Busy Here' : String(number.overflow.code)],
                ['External id header', number.externalIdHeader],
              ]}
            />
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <LimitsPanel number={number} />
        </Grid.Col>
        {inboundAgentId === null && trunkId === null ? null : (
          <Grid.Col span={12}>
            <TurnedAwayPanel phoneNumberId={phoneNumberId} />
          </Grid.Col>
        )}
      </Grid>
    </Page>
  );
}

const shownDays = 30;

/** The callers of the last days of which no record exists. */
function TurnedAwayPanel({ phoneNumberId }: { phoneNumberId: string }) {
  const mayRead = useCan('calls:read');
  const to = new Date();
  const from = new Date(to.getTime() - shownDays * 86_400_000);
  const { data, error, refetch } = useQuery({
    ...turnedAwayQuery({ name: 'last days', from, to, phoneNumberId }),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  return (
    <Panel
      title="Calls turned away"
      description={`In the last ${shownDays} days. They heard the busy response, and have no record in Calls.`}
    >
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data ? <TurnedAwayFigures data={data} /> : null}
      {data?.byReason['organization-limit'] ? (
        <Text size="sm" mt="sm">
          <AppLink to="/settings">Change the limit of concurrent calls</AppLink>
        </Text>
      ) : null}
    </Panel>
  );
}

function LimitsPanel({ number }: { number: PhoneNumber }) {
  const { phoneNumberId, maxCallsPerDay } = number;
  return (
    <Panel title="Limits">
      <FactList
        facts={[
          ['Local presence', number.localPresence ? 'Yes' : 'No'],
          ['Calls per day', maxCallsPerDay === null ? 'No limit' : formatNumber(maxCallsPerDay)],
          ['Calls today', callsTodayOf(number)],
          ['Phone number id', <code key="id">{phoneNumberId}</code>],
        ]}
      />
    </Panel>
  );
}

function Trunks({ ids, trunk }: { ids: string[]; trunk: (id: string) => ReactNode }) {
  return (
    <ol className="plain-list">
      {ids.map((id) => (
        <li key={id}>{trunk(id)}</li>
      ))}
    </ol>
  );
}

function DeleteNumber({ number: { phoneNumberId } }: { number: PhoneNumber }) {
  const navigate = useNavigate();
  const remove = async () => {
    await read(api.DELETE('/api/phone-numbers/{phoneNumberId}', { params: { path: { phoneNumberId } } }));
    await navigate({ to: '/phone-numbers' });
  };
  return (
    <ConfirmItem
      isDestructive
      consequence="Inbound calls to this number are rejected, and outbound calls cannot use it. This cannot be undone."
      onConfirm={remove}
      refreshes={['phone-numbers']}
      done="The phone number was deleted."
    >
      Delete phone number
    </ConfirmItem>
  );
}
