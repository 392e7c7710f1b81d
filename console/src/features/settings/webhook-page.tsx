import './settings.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api, read, useCan } from '../../api/index.ts';
import { AppLink, FactList, Page, Panel, StatusBadge, TimeText, UnloadedPage } from '../../ui/index.ts';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { disabledMessages, standingOf, type WebhookEndpoint } from './webhook-labels.ts';

const route = getRouteApi('/frame/settings/webhooks/$webhookEndpointId');
const back = <AppLink to="/settings/webhooks">← Webhooks</AppLink>;

/** One endpoint: its events, health and deliveries. */
export function WebhookPage() {
  const { webhookEndpointId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['webhook-endpoints', 'one', webhookEndpointId],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/webhook-endpoints/{webhookEndpointId}', {
          params: { path: { webhookEndpointId } },
          signal,
        }),
      ),
  });
  if (data) return <Loaded endpoint={data} />;
  return (
    <UnloadedPage
      title="Webhook endpoint"
      id={webhookEndpointId}
      back={back}
      skeleton={480}
      {...{ error, refetch }}
    />
  );
}

function Loaded({ endpoint }: { endpoint: WebhookEndpoint }) {
  const mayWrite = useCan('webhooks:write');
  const { word, tone } = standingOf(endpoint);
  const {
    lastSuccessAt,
    lastFailureAt,
    failingSince,
    pendingDeliveries,
    previousSecretUntil,
    disabledReason,
  } = endpoint;
  return (
    <Page
      title={endpoint.url}
      back={back}
      beside={<StatusBadge status={word} tone={tone} />}
      description={endpoint.description ?? endpoint.webhookEndpointId}
      actions={mayWrite ? <WebhookActions endpoint={endpoint} /> : null}
    >
      <div className="endpoint-columns">
        <WebhookForm endpoint={endpoint} isReadOnly={!mayWrite} />
        <Panel title="Delivery status">
          <FactList
            facts={[
              disabledReason ? ['Disabled because', disabledMessages[disabledReason]] : null,
              ['Pending', pendingDeliveries],
              ['Last success', <TimeText key="success" at={lastSuccessAt} />],
              ['Last failure', <TimeText key="failure" at={lastFailureAt} />],
              ['Failing since', <TimeText key="since" at={failingSince} />],
              previousSecretUntil
                ? ['Old secret valid until', <TimeText key="secret" at={previousSecretUntil} />]
                : null,
              ['Id', <code key="id">{endpoint.webhookEndpointId}</code>],
            ]}
          />
        </Panel>
      </div>
      <DeliveriesPanel webhookEndpointId={endpoint.webhookEndpointId} />
    </Page>
  );
}
