import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/index.ts';
import {
  ConfirmItem,
  DialogItem,
  ErrorState,
  MoreMenu,
  Panel,
  toastDone,
  toastFailure,
  toastProblem,
} from '../../ui/index.ts';
import { AddChannelButton, ChannelDialog } from './channel-dialog.tsx';
import { kindLabels } from './labels.ts';
import { channelsQuery } from './queries.ts';

type Channel = Schema<'AlertChannel'>;

/** The channels to which alerts are sent. */
export function ChannelsPanel({ mayWrite }: { mayWrite: boolean }) {
  const { data, error, refetch } = useQuery(channelsQuery);
  const channels = data?.alertChannels ?? [];
  return (
    <Panel title="Channels" aside={mayWrite ? <AddChannelButton /> : null}>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data && channels.length === 0 ? (
        <p className="alert-hint">
          No channels yet. Without one, alerts appear here, on the home page and at webhook endpoints.
        </p>
      ) : null}
      <ul className="alert-channels">
        {channels.map((channel) => (
          <li key={channel.alertChannelId}>
            <div>
              <strong>{channel.name}</strong>
              <div className="alert-hint">
                {kindLabels[channel.kind] ?? channel.kind}: {channel.target}
              </div>
              {channel.problem ? <div className="alert-problem">{channel.problem}</div> : null}
            </div>
            {mayWrite ? <Actions channel={channel} /> : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Actions({ channel }: { channel: Channel }) {
  const { alertChannelId, name, problem } = channel;
  const params = { path: { alertChannelId } };
  const test = useMutation({
    mutationFn: () => read(api.POST('/api/alert-channels/{alertChannelId}/test', { params })),
    onSuccess: ({ ok, message }) =>
      ok ? toastDone(message) : toastProblem('The test was not accepted', message),
    onError: toastFailure,
  });
  const remove = async () => {
    await read(api.DELETE('/api/alert-channels/{alertChannelId}', { params }));
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        aria-label={`Send test to ${name}`}
        loading={test.isPending}
        disabled={problem !== null}
        onClick={() => test.mutate()}
      >
        Send test
      </Button>
      <MoreMenu label={`More actions for ${name}`} isSmall>
        <DialogItem label="Edit channel">
          {(close) => <ChannelDialog channel={channel} onClose={close} />}
        </DialogItem>
        <ConfirmItem
          isDestructive
          consequence="Rules with this channel go on without it. This cannot be undone."
          onConfirm={remove}
          refreshes={['alert-channels']}
          done={`${name} was deleted.`}
        >
          Delete channel
        </ConfirmItem>
      </MoreMenu>
    </Group>
  );
}
