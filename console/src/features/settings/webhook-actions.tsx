import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read } from '../../api/index.ts';
import { ConfirmItem, MoreMenu, toastDone, toastFailure } from '../../ui/index.ts';
import { WebhookSecret } from './add-webhook.tsx';
import type { WebhookEndpoint } from './webhook-labels.ts';

export function WebhookActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const { webhookEndpointId, enabled } = endpoint;
  const params = { path: { webhookEndpointId } };
  const test = useMutation({
    mutationFn: () => read(api.POST('/api/webhook-endpoints/{webhookEndpointId}/test', { params })),
    onSuccess: () => {
      toastDone('Test event sent. See its delivery below.');
      return client.invalidateQueries({ queryKey: ['webhook-endpoints'] });
    },
    onError: toastFailure,
  });
  const rotate = async () => {
    const answer = await read(
      api.POST('/api/webhook-endpoints/{webhookEndpointId}/rotate-secret', { params }),
    );
    setSecret(answer.secret);
  };
  const setEnabled = () => {
    const body = { enabled: !enabled };
    return read(api.PATCH('/api/webhook-endpoints/{webhookEndpointId}', { params, body }));
  };
  const remove = async () => {
    await read(api.DELETE('/api/webhook-endpoints/{webhookEndpointId}', { params }));
    await navigate({ to: '/settings/webhooks', ignoreBlocker: true });
  };
  return (
    <>
      <Button onClick={() => test.mutate()} loading={test.isPending} disabled={!enabled}>
        Send test event
      </Button>
      <MoreMenu>
        <ConfirmItem
          consequence="Events are signed with the new secret. For 24 hours they are also signed with the old one, so you have time to update your service."
          onConfirm={rotate}
          refreshes={['webhook-endpoints']}
          done="The secret was rotated."
        >
          Rotate secret
        </ConfirmItem>
        <ConfirmItem
          consequence={
            enabled
              ? 'No events are sent until you enable it again. It then resumes with events from that time that are still kept.'
              : 'Events since it was disabled are sent now, as far back as events are kept.'
          }
          onConfirm={setEnabled}
          refreshes={['webhook-endpoints']}
          done={enabled ? 'The endpoint was disabled.' : 'The endpoint was enabled.'}
        >
          {enabled ? 'Disable endpoint' : 'Enable endpoint'}
        </ConfirmItem>
        <ConfirmItem
          isDestructive
          consequence="No more events are sent to it. Pending deliveries and the delivery history are deleted. This cannot be undone."
          onConfirm={remove}
          refreshes={['webhook-endpoints', 'list']}
          done="The endpoint was deleted."
        >
          Delete endpoint
        </ConfirmItem>
      </MoreMenu>
      {secret ? <WebhookSecret secret={secret} onClose={() => setSecret(null)} /> : null}
    </>
  );
}
