import { Button, Code, Group, Modal, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, useCan } from '../../api/index.ts';
import {
  Duration,
  ErrorState,
  FactList,
  formatInstant,
  StatusBadge,
  TimeText,
  toastDone,
  toastFailure,
  useFocusReturn,
} from '../../ui/index.ts';
import { deliveryLabels, deliveryTones } from './webhook-labels.ts';

interface DeliveryDialogProps {
  webhookEndpointId: string;
  deliveryId: string;
  onClose: () => void;
}

/** One delivery with the receiver's answer. */
export function DeliveryDialog({ webhookEndpointId, deliveryId, onClose }: DeliveryDialogProps) {
  useFocusReturn();
  const client = useQueryClient();
  const mayWrite = useCan('webhooks:write');
  const params = { path: { webhookEndpointId, deliveryId } };
  const { data, error } = useQuery({
    queryKey: ['webhook-endpoints', 'delivery', deliveryId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}', { params, signal })),
  });
  const redeliver = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}/redeliver', { params }),
      ),
    onSuccess: () => {
      toastDone('Redelivering.');
      return client.invalidateQueries({ queryKey: ['webhook-endpoints'] });
    },
    onError: toastFailure,
  });
  return (
    <Modal opened onClose={onClose} title={data?.type ?? 'Delivery'} size="lg">
      {error ? <ErrorState error={error} /> : null}
      {!data && !error ? <Skeleton height={240} /> : null}
      {data ? (
        <Stack gap="md">
          <FactList
            facts={[
              [
                'Status',
                <StatusBadge
                  key="s"
                  status={deliveryLabels[data.status]}
                  tone={deliveryTones[data.status]}
                />,
              ],
              ['Resource', <code key="about">{data.resourceId}</code>],
              ['Event', <code key="event">{data.eventId}</code>],
              ['Event time', formatInstant(data.eventTimestamp)],
              ['Attempts', data.attempts],
              ['Last attempt', <TimeText key="last" at={data.lastAttemptAt} />],
              data.nextAttemptAt ? ['Next attempt', <TimeText key="next" at={data.nextAttemptAt} />] : null,
              ['Response', data.responseCode ?? '—'],
              ['Duration', <Duration key="took" ms={data.responseMs} />],
              data.error ? ['Error', data.error] : null,
            ]}
          />
          {data.responseText ? (
            <Code block tabIndex={0} role="region" aria-label="Response body">
              {data.responseText}
            </Code>
          ) : null}
          {mayWrite && data.status !== 'pending' ? (
            <Group justify="flex-end">
              <Button onClick={() => redeliver.mutate()} loading={redeliver.isPending}>
                Redeliver
              </Button>
            </Group>
          ) : null}
        </Stack>
      ) : null}
    </Modal>
  );
}
