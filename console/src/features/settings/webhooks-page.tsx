import { Link } from '@tanstack/react-router';
import { api, read, useCan, usePages } from '../../api/index.ts';
import { DataTable, EmptyState, formatNumber, StatusBadge, TimeText } from '../../ui/index.ts';
import { AddWebhookButton } from './add-webhook.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { standingOf } from './webhook-labels.ts';

export function WebhooksPage() {
  const mayWrite = useCan('webhooks:write');
  const pages = usePages({
    queryKey: ['webhook-endpoints', 'list'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/webhook-endpoints', { params: { query: { pageSize: 100, pageToken } }, signal })),
    rowsOf: ({ webhookEndpoints }) => webhookEndpoints,
  });
  return (
    <SettingsFrame section="/settings/webhooks" actions={mayWrite ? <AddWebhookButton /> : null}>
      <DataTable
        label="Webhook endpoints"
        pages={pages}
        skeletonRows={4}
        rowKey={({ webhookEndpointId }) => webhookEndpointId}
        columns={[
          {
            id: 'url',
            title: 'URL',
            cell: ({ webhookEndpointId, url }) => (
              <Link
                className="row-link"
                to="/settings/webhooks/$webhookEndpointId"
                params={{ webhookEndpointId }}
              >
                {url}
              </Link>
            ),
          },
          {
            id: 'standing',
            title: 'Status',
            width: 140,
            cell: (endpoint) => {
              const { word, tone } = standingOf(endpoint);
              return <StatusBadge status={word} tone={tone} />;
            },
          },
          {
            id: 'waiting',
            title: 'Pending',
            width: 84,
            align: 'right',
            hiddenBelow: 'sm',
            cell: ({ pendingDeliveries }) => formatNumber(pendingDeliveries),
          },
          {
            id: 'success',
            title: 'Last success',
            width: 112,
            align: 'right',
            hiddenBelow: 'sm',
            cell: ({ lastSuccessAt }) => <TimeText at={lastSuccessAt} />,
          },
        ]}
        empty={
          <EmptyState title="No endpoints yet">
            Add a URL to receive signed events about calls, chats, campaigns and workflow runs.
          </EmptyState>
        }
      />
    </SettingsFrame>
  );
}
