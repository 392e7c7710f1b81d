import { PasswordInput, Text, TextInput } from '@mantine/core';
import { api, read } from '../../api/index.ts';
import { DialogItem, FormDialog, useDraft } from '../../ui/index.ts';
import { type Connection, vendorNames } from './connection-labels.ts';

/** Takes another key of the same account, such as after the vendor's key was rotated. */
export function ReplaceKey({ connection }: { connection: Connection }) {
  return (
    <DialogItem label="Replace key">
      {(close) => <ReplaceKeyDialog connection={connection} onClose={close} />}
    </DialogItem>
  );
}

function ReplaceKeyDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { carrierConnectionId, vendor, accountSid, apiKeySid } = connection;
  const form = useDraft({ apiKeySid: apiKeySid ?? '', secret: '' });
  const isTwilio = vendor === 'twilio';
  const save = () =>
    read(
      api.PUT('/api/carrier-connections/{carrierConnectionId}/key', {
        params: { path: { carrierConnectionId } },
        body: { apiKeySid: form.draft.apiKeySid.trim() || null, secret: form.draft.secret.trim() },
      }),
    );
  return (
    <FormDialog
      title="Replace key"
      action="Replace key"
      size="md"
      form={form}
      onSubmit={save}
      refreshes={['carrier-connections']}
      done="The key was accepted and stored."
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <Text size="sm">
            Enter another key of the same account{accountSid === null ? '' : ` (${accountSid})`}. It is
            checked, stored encrypted, and sent to {vendorNames[vendor]} alone.
          </Text>
          {isTwilio ? (
            <TextInput
              label="API key SID"
              placeholder="SK…"
              description="Leave it empty if you give the auth token."
              {...text('apiKeySid')}
            />
          ) : null}
          <PasswordInput
            label={isTwilio ? 'API key secret, or auth token' : 'API key'}
            required
            autoComplete="off"
            data-autofocus
            {...text('secret')}
          />
        </>
      )}
    </FormDialog>
  );
}
