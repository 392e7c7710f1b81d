import { Select, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/index.ts';
import { DialogButton, type DraftFields, FormDialog, useDraft } from '../../ui/index.ts';
import { kindLabels } from './labels.ts';
import { alertMailQuery } from './queries.ts';

type Channel = Schema<'AlertChannel'>;
type Kind = Channel['kind'];

export function AddChannelButton() {
  return <DialogButton label="Add channel">{(close) => <ChannelDialog onClose={close} />}</DialogButton>;
}

const hints: Record<Kind, string> = {
  email: 'One address a line, at most 20.',
  slack: 'In Slack: an app with Incoming Webhooks, one for the channel. Mattermost and others work too.',
  teams: 'In Teams: the workflow “Post to a channel when a webhook request is received”.',
};

const addressesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

function draftOf(channel: Channel | null) {
  if (channel === null) return { kind: 'slack' as Kind, name: '', addresses: '', url: '' };
  const { kind, name, target } = channel;
  return { kind, name, addresses: kind === 'email' ? addressesIn(target).join('\n') : '', url: '' };
}

/** Adds a channel, or changes one. The address of a webhook is never shown again, so it stays unless another is given. */
export function ChannelDialog({
  channel = null,
  onSaved,
  onClose,
}: {
  channel?: Channel | null;
  onSaved?: ((channel: Channel) => void) | undefined;
  onClose: () => void;
}) {
  const form = useDraft(draftOf(channel));
  const { data: mail } = useQuery(alertMailQuery);
  const submit = (): Promise<Channel> => {
    const { kind, name, addresses, url } = form.draft;
    const target = kind === 'email' ? { addresses: addressesIn(addresses) } : { url: url.trim() };
    if (channel === null) {
      const body = { kind, name, ...target } as Schema<'CreateAlertChannel'>;
      return read(api.POST('/api/alert-channels', { body }));
    }
    const { alertChannelId } = channel;
    const body = { name, ...('url' in target && target.url === '' ? {} : target) };
    return read(
      api.PATCH('/api/alert-channels/{alertChannelId}', { params: { path: { alertChannelId } }, body }),
    );
  };
  const action = channel === null ? 'Add channel' : 'Save changes';
  return (
    <FormDialog
      title={channel === null ? 'Add channel' : `Edit ${channel.name}`}
      action={action}
      size="md"
      form={form}
      onSubmit={submit}
      refreshes={['alert-channels']}
      done={channel === null ? 'The channel was added.' : 'The channel was saved.'}
      onSaved={onSaved}
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
            disabled={channel !== null}
            {...(channel !== null && { description: 'For another kind, add another channel.' })}
          />
          <TextInput label="Name" {...text('name')} required data-autofocus />
          <TargetField {...{ draft, text, errorOf, channel }} />
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

type Fields = Pick<DraftFields<ReturnType<typeof draftOf>>, 'draft' | 'text' | 'errorOf'>;

/** Where the channel sends to. */
function TargetField({ draft, text, errorOf, channel }: Fields & { channel: Channel | null }) {
  return draft.kind === 'email' ? (
    <Textarea
      label="Addresses"
      description={hints.email}
      rows={3}
      {...text('addresses')}
      error={errorOf('addresses') ?? errorOf('addresses.0')}
      required
    />
  ) : (
    <TextInput
      label="Webhook URL"
      description={hints[draft.kind]}
      {...text('url')}
      required={channel === null}
      {...(channel !== null && { placeholder: `Unchanged: ${channel.target}` })}
    />
  );
}
