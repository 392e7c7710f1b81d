import { Select, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../ui/index.ts';
import { kindLabels } from './labels.ts';
import { alertMailQuery } from './queries.ts';

type Kind = Schema<'AlertChannel'>['kind'];

export function AddChannelButton() {
  return <DialogButton label="Add channel">{(close) => <ChannelDialog onClose={close} />}</DialogButton>;
}

const hints: Record<Kind, string> = {
  email: 'One address a line, at most 20.',
  slack: 'In Slack: an app with Incoming Webhooks, one for the channel. Mattermost and others work too.',
  teams: 'In Teams: the workflow “Post to a channel when a webhook request is received”.',
};

function ChannelDialog({ onClose }: { onClose: () => void }) {
  const form = useDraft({ kind: 'slack' as Kind, name: '', addresses: '', url: '' });
  const { data: mail } = useQuery(alertMailQuery);
  const add = () => {
    const { kind, name, addresses, url } = form.draft;
    const body =
      kind === 'email'
        ? { kind, name, addresses: addresses.split(/[\s,;]+/).filter(Boolean) }
        : { kind, name, url: url.trim() };
    return read(api.POST('/api/alert-channels', { body }));
  };
  return (
    <FormDialog
      title="Add channel"
      action="Add channel"
      size="md"
      form={form}
      onSubmit={add}
      refreshes={['alert-channels']}
      done="The channel was added."
      onClose={onClose}
    >
      {({ draft, change, text, errorOf }) => (
        <>
          <Select
            label="Kind"
            data={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
            value={draft.kind}
            onChange={(kind) => kind && change({ kind: kind as Kind })}
            allowDeselect={false}
          />
          <TextInput label="Name" {...text('name')} required data-autofocus />
          {draft.kind === 'email' ? (
            <Textarea
              label="Addresses"
              description={hints.email}
              rows={3}
              {...text('addresses')}
              error={errorOf('addresses') ?? errorOf('addresses.0')}
              required
            />
          ) : (
            <TextInput label="Webhook URL" description={hints[draft.kind]} {...text('url')} required />
          )}
          {draft.kind === 'email' && mail?.isSet === false ? (
            <Text size="sm" c="dimmed">
              This installation sends no e-mail until its operator sets a mail server.
            </Text>
          ) : null}
        </>
      )}
    </FormDialog>
  );
}
