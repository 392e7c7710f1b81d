import './trunks.css';
import { PasswordInput, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, read } from '../../api/index.ts';
import { DialogButton, FormDialog, formatCount, Panel, StatusBadge, useDraft } from '../../ui/index.ts';
import { type Step, stateLabel, stateTones, type Vendor, vendorNames } from './connection-labels.ts';

/** Takes the key of a carrier's API, and goes on to its numbers. */
export function ConnectButton({ vendor }: { vendor: Vendor }) {
  return (
    <DialogButton label={`Connect ${vendorNames[vendor]}`} variant="default">
      {(close) => <ConnectDialog vendor={vendor} onClose={close} />}
    </DialogButton>
  );
}

/** Asks for the key of a carrier's API. */
export function ConnectDialog({ vendor, onClose }: { vendor: Vendor; onClose: () => void }) {
  const navigate = useNavigate();
  const form = useDraft({ accountSid: '', apiKeySid: '', secret: '', sipAddress: '' });
  const isTwilio = vendor === 'twilio';
  const orNull = (text: string) => text.trim() || null;
  const save = () => {
    const { accountSid, apiKeySid, secret, sipAddress } = form.draft;
    const account = { accountSid: orNull(accountSid), apiKeySid: orNull(apiKeySid) };
    const body = { vendor, name: null, ...account, secret: secret.trim(), sipAddress: orNull(sipAddress) };
    return read(api.POST('/api/carrier-connections', { body }));
  };
  return (
    <FormDialog
      title={`Connect ${vendorNames[vendor]}`}
      action="Show numbers"
      size="md"
      form={form}
      onSubmit={save}
      refreshes={['carrier-connections']}
      onSaved={({ carrierConnectionId }) =>
        void navigate({ to: '/trunks/carriers/$carrierConnectionId', params: { carrierConnectionId } })
      }
      onClose={onClose}
    >
      {({ text, errorOf }) => (
        <>
          <Text size="sm">
            The key is checked, stored encrypted, and sent to {vendorNames[vendor]} alone. Nothing is made or
            bought before you confirm it.
          </Text>
          <Text size="sm" c="dimmed">
            {whereKeysAre[vendor]}
          </Text>
          {isTwilio ? (
            <>
              <TextInput
                label="Account SID"
                placeholder="AC…"
                required
                data-autofocus
                {...text('accountSid')}
              />
              <TextInput
                label="API key SID"
                placeholder="SK…"
                description="Leave it empty if you give the auth token."
                {...text('apiKeySid')}
              />
            </>
          ) : null}
          <PasswordInput
            label={isTwilio ? 'API key secret, or auth token' : 'API key'}
            placeholder={isTwilio ? undefined : 'KEY…'}
            required
            autoComplete="off"
            {...(isTwilio ? {} : { 'data-autofocus': true })}
            {...text('secret')}
          />
          <TextInput
            label="SIP address of this server"
            description="Where calls are sent. Leave it empty only if the settings of this server have its public address."
            placeholder="sip.example.com:5060"
            required={errorOf('sipAddress') !== undefined}
            {...text('sipAddress')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Where the vendors show what the dialog asks for. */
const whereKeysAre: Record<Vendor, string> = {
  twilio:
    'The dashboard of the Twilio Console shows the Account SID and the auth token under Account Info. API keys are under Admin > Account management > API keys & tokens.',
  telnyx: 'The Mission Control Portal of Telnyx shows and creates keys under API Keys.',
};

function numberCount(steps: readonly Step[]): string {
  const count = steps.filter(({ kind, state }) => kind === 'number' && state === 'done').length;
  return formatCount(count, 'number');
}

/** The carriers that are connected. Nothing without one. */
export function ConnectionList() {
  const { data } = useQuery({
    queryKey: ['carrier-connections', 'list'],
    queryFn: ({ signal }) =>
      read(api.GET('/api/carrier-connections', { params: { query: { pageSize: 50 } }, signal })),
  });
  const connections = data?.carrierConnections ?? [];
  if (connections.length === 0) return null;
  return (
    <Panel title="Carrier accounts">
      <Table className="carrier-table">
        <Table.Tbody>
          {connections.map((connection) => {
            const { carrierConnectionId, name, sipAddress, state, problem, steps } = connection;
            return (
              <Table.Tr key={carrierConnectionId}>
                <Table.Td>
                  <Link
                    to="/trunks/carriers/$carrierConnectionId"
                    params={{ carrierConnectionId }}
                    className="row-link"
                  >
                    {name}
                  </Link>
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  {state === 'ready' ? 'Only the key is stored' : `Calls go to ${sipAddress}`}
                </Table.Td>
                <Table.Td>{numberCount(steps)}</Table.Td>
                <Table.Td ta="right" w={128}>
                  {problem ? (
                    <StatusBadge status="stopped" tone="bad" />
                  ) : (
                    <StatusBadge status={stateLabel(connection)} tone={stateTones[state]} />
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
