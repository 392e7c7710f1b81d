import { Group, Text, Title, UnstyledButton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read, useCan, usePages } from '../../api/index.ts';
import {
  type Column,
  DataTable,
  Duration,
  EmptyState,
  FilterSelect,
  StatusBadge,
  TimeText,
} from '../../ui/index.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { RedeliverButton } from './redeliver.tsx';
import { deliveryLabels, deliveryTones, type WebhookDelivery } from './webhook-labels.ts';

const route = getRouteApi('/frame/settings/webhooks/$webhookEndpointId');
/** An attempt takes some moments, and no event reports its result. */
const pendingRefreshMs = 2_000;

/** The deliveries of an endpoint with their results. */
export function DeliveriesPanel({ webhookEndpointId }: { webhookEndpointId: string }) {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useCan('webhooks:write');
  const [openId, setOpenId] = useState<string | null>(null);
  const path = { webhookEndpointId };
  const filter = status ? { status: status as WebhookDelivery['status'] } : {};
  const pages = usePages({
    queryKey: ['webhook-endpoints', 'deliveries', webhookEndpointId, filter],
    fetchPage: (pageToken, signal) =>
      read(
        api.GET('/api/webhook-endpoints/{webhookEndpointId}/deliveries', {
          params: { path, query: { ...filter, pageSize: 50, pageToken } },
          signal,
        }),
      ),
    rowsOf: ({ deliveries }) => deliveries,
    refreshMs: (rows) => rows.some((row) => row.status === 'pending') && pendingRefreshMs,
  });
  return (
    <section aria-label="Deliveries">
      <Group justify="space-between" mb="xs">
        <div>
          <Title order={2} className="panel-title">
            Deliveries
          </Title>
          <Text size="sm" c="dimmed">
            Successful deliveries are kept for 7 days, failed ones for 30.
          </Text>
        </div>
        <Group gap="xs">
          {mayWrite ? <RedeliverButton webhookEndpointId={webhookEndpointId} /> : null}
          <FilterSelect
            label="Delivery status"
            value={status}
            options={Object.entries(deliveryLabels).map(([value, label]) => ({ value, label }))}
            onChange={(chosen) => void navigate({ search: chosen ? { status: chosen } : {}, replace: true })}
          />
        </Group>
      </Group>
      <DataTable
        label="Deliveries"
        pages={pages}
        skeletonRows={6}
        rowKey={({ deliveryId }) => deliveryId}
        columns={columns(setOpenId)}
        empty={
          <EmptyState title={status ? 'No matching deliveries' : 'No deliveries yet'}>
            {status
              ? 'No delivery matches this filter.'
              : 'Events appear here as they are sent. Send a test event to see one now.'}
          </EmptyState>
        }
      />
      {openId ? (
        <DeliveryDialog
          webhookEndpointId={webhookEndpointId}
          deliveryId={openId}
          onClose={() => setOpenId(null)}
        />
      ) : null}
    </section>
  );
}

function columns(open: (deliveryId: string) => void): Column<WebhookDelivery>[] {
  return [
    {
      id: 'type',
      title: 'Event',
      cell: ({ deliveryId, type }) => (
        <UnstyledButton className="row-link row-button" onClick={() => open(deliveryId)}>
          {type}
        </UnstyledButton>
      ),
    },
    {
      id: 'status',
      title: 'Status',
      width: 120,
      cell: ({ status }) => <StatusBadge status={deliveryLabels[status]} tone={deliveryTones[status]} />,
    },
    {
      id: 'answer',
      title: 'Response',
      hiddenBelow: 'sm',
      cell: ({ responseCode, error }) => responseCode ?? error ?? '—',
    },
    {
      id: 'took',
      title: 'Duration',
      width: 84,
      align: 'right',
      hiddenBelow: 'sm',
      cell: ({ responseMs }) => <Duration ms={responseMs} />,
    },
    {
      id: 'attempts',
      title: 'Attempts',
      width: 84,
      align: 'right',
      hiddenBelow: 'sm',
      cell: ({ attempts }) => attempts,
    },
    {
      id: 'at',
      title: 'Event time',
      width: 110,
      align: 'right',
      hiddenBelow: 'sm',
      cell: ({ eventTimestamp }) => <TimeText at={eventTimestamp} />,
    },
  ];
}
