import type { SecretKey } from '../../platform/access/index.ts';
import { type AuditVerb, change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { type Actor, changesNothing, withChanges } from '../../platform/http/index.ts';
import { conflict, forbidden, newId, notFound } from '../../platform/kernel/index.ts';
import {
  allEvents,
  type CreateWebhookEndpoint,
  type UpdateWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointWithSecret,
} from './schemas.ts';
import { newSecret, sealSecret } from './secrets.ts';
import {
  deleteEndpointRow,
  disableEndpoint,
  enableEndpoint,
  findEndpoint,
  holdEndpointCount,
  insertEndpoint,
  lockEndpoint,
  rotateSecretOf,
  updateEndpointRow,
} from './store/endpoints.ts';

/** The dependencies of the endpoint verbs. */
interface WebhookScope extends Scope {
  secret: SecretKey;
  notifier: Notifier;
  /** CIDRs of private addresses that may be reached. */
  egressAllow: readonly string[];
}

/** Maximum endpoints per organization. */
const endpointsMax = 20;
/** The channel that notifies processes of changed endpoints. */
export const webhookChannel = 'parley_webhooks';

/** Creates an endpoint for events stored from now on. Its signing secret is only returned here. */
export async function createEndpoint(
  scope: WebhookScope,
  input: CreateWebhookEndpoint,
): Promise<WebhookEndpointWithSecret> {
  const { organizationId } = scope.actor;
  refuseHiddenEvents(scope.actor, input.events);
  await refuseClosed(input.url, scope.egressAllow);
  const place = { organizationId, webhookEndpointId: newId('webhook') };
  const secret = newSecret();
  const sealedSecret = sealSecret(scope.secret, place, secret);
  const made = await change(scope, async (tx) => {
    if ((await holdEndpointCount(tx, organizationId)) >= endpointsMax) {
      const message = `The organization has the maximum of ${endpointsMax} webhook endpoints. Delete one first.`;
      throw conflict('webhook_endpoint.too_many', message);
    }
    const endpoint = await insertEndpoint(tx, place, { ...input, sealedSecret });
    return { result: { ...endpoint, secret }, audit: auditOf('created', endpoint) };
  });
  scope.notifier.notify(webhookChannel);
  return made;
}

/** Changes the given fields. A re-enabled endpoint continues where it stopped. */
export async function updateEndpoint(
  scope: WebhookScope,
  webhookEndpointId: string,
  input: UpdateWebhookEndpoint,
): Promise<WebhookEndpoint> {
  const place = { organizationId: scope.actor.organizationId, webhookEndpointId };
  if (input.events) refuseHiddenEvents(scope.actor, input.events);
  if (input.url !== undefined) await refuseClosed(input.url, scope.egressAllow);
  const { enabled, ...settings } = input;
  const updated = await change(scope, async (tx) => {
    const current = await lockEndpoint(tx, place);
    if (!current) throw notFound('webhook endpoint');
    const verbs: AuditVerb[] = [];
    if (!changesNothing(settings)) {
      await updateEndpointRow(tx, place, withChanges(current, settings));
      verbs.push('updated');
    }
    if (enabled !== undefined && enabled !== current.enabled) {
      await (enabled ? enableEndpoint(tx, place) : disableEndpoint(tx, place, 'member'));
      verbs.push(enabled ? 'enabled' : 'disabled');
    }
    const endpoint = (await findEndpoint(tx, place))!;
    return { result: endpoint, audit: verbs.map((verb) => auditOf(verb, endpoint)) };
  });
  scope.notifier.notify(webhookChannel);
  return updated;
}

/** Deletes the endpoint and its deliveries. */
export async function deleteEndpoint(scope: WebhookScope, webhookEndpointId: string): Promise<void> {
  const place = { organizationId: scope.actor.organizationId, webhookEndpointId };
  await change(scope, async (tx) => {
    const url = await deleteEndpointRow(tx, place);
    if (url === null) throw notFound('webhook endpoint');
    return { result: undefined, audit: auditOf('deleted', { webhookEndpointId, url }) };
  });
  scope.notifier.notify(webhookChannel);
}

/** Creates a new secret. The previous one also signs for a day, so that receivers can change over without a gap. */
export function rotateSecret(
  scope: WebhookScope,
  webhookEndpointId: string,
): Promise<WebhookEndpointWithSecret> {
  const place = { organizationId: scope.actor.organizationId, webhookEndpointId };
  const secret = newSecret();
  return change(scope, async (tx) => {
    const endpoint = await rotateSecretOf(tx, place, sealSecret(scope.secret, place, secret));
    if (!endpoint) throw notFound('webhook endpoint');
    return { result: { ...endpoint, secret }, audit: auditOf('rotated', endpoint) };
  });
}

/** Returns an audit entry that names the endpoint by its host, because a path or query may contain secrets. */
export function auditOf(verb: AuditVerb, of: Pick<WebhookEndpoint, 'webhookEndpointId' | 'url'>) {
  return { verb, type: 'webhook_endpoints', id: of.webhookEndpointId, label: new URL(of.url).host } as const;
}

/** Sending the audit log somewhere requires the right to read it. */
function refuseHiddenEvents({ scopes }: Actor, events: readonly string[]): void {
  if (scopes.has('audit:export')) return;
  const hidden = events.find((type) => type === allEvents || type === 'audit.entry');
  if (hidden === undefined) return;
  throw forbidden('scope.missing', `The events ${hidden} require a key that also holds audit:export.`);
}

/** Rejects a URL with a closed address. Loads the HTTP client, which an installation without endpoints does not need. */
async function refuseClosed(url: string, allow: readonly string[]): Promise<void> {
  const { refuseClosedUrl } = await import('../../platform/egress/index.ts');
  refuseClosedUrl(url, allow);
}
