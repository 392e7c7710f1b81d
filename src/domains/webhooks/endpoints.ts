import type { SecretKey } from '../../platform/access/index.ts';
import { type AuditVerb, change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import {
  type Actor,
  changesNothing,
  conflict,
  forbidden,
  newId,
  notFound,
  withChanges,
} from '../../platform/kernel/index.ts';
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
} from './endpoint-store.ts';
import { refuseClosedUrl } from './permitted-url.ts';
import {
  allEvents,
  type CreateWebhookEndpoint,
  type UpdateWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointWithSecret,
} from './schemas.ts';
import { newSecret, sealSecret } from './secrets.ts';

/** What the verbs of endpoints are handed beside the scope. */
interface WebhookScope extends Scope {
  secret: SecretKey;
  notifier: Notifier;
  /** CIDRs that may be reached although they are private. */
  egressAllow: readonly string[];
}

/** Endpoints that an organization may have. */
const endpointsMax = 20;
/** On which processes are told that there is an endpoint to look after. */
export const webhookChannel = 'parley_webhooks';

/** From now on the events are sent there; the secret that signs them is told this once. */
export async function createEndpoint(
  scope: WebhookScope,
  input: CreateWebhookEndpoint,
): Promise<WebhookEndpointWithSecret> {
  const { organizationId } = scope.actor;
  refuseHiddenEvents(scope.actor, input.events);
  await refuseClosedUrl(input.url, scope.egressAllow);
  const place = { organizationId, webhookEndpointId: newId('webhook') };
  const secret = newSecret();
  const sealedSecret = sealSecret(scope.secret, place, secret);
  const made = await change(scope, async (tx) => {
    if ((await holdEndpointCount(tx, organizationId)) >= endpointsMax) {
      const message = `An organization has at most ${endpointsMax} webhook endpoints; delete one first.`;
      throw conflict('webhook_endpoint.too_many', message);
    }
    const endpoint = await insertEndpoint(tx, place, { ...input, sealedSecret });
    return { result: { ...endpoint, secret }, audit: auditOf('created', endpoint) };
  });
  scope.notifier.notify(webhookChannel);
  return made;
}

/** Changes the given fields. What is enabled again goes on where it stopped. */
export async function updateEndpoint(
  scope: WebhookScope,
  webhookEndpointId: string,
  input: UpdateWebhookEndpoint,
): Promise<WebhookEndpoint> {
  const place = { organizationId: scope.actor.organizationId, webhookEndpointId };
  if (input.events) refuseHiddenEvents(scope.actor, input.events);
  if (input.url !== undefined) await refuseClosedUrl(input.url, scope.egressAllow);
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

/** Forgets the endpoint and its deliveries. */
export function deleteEndpoint(scope: Scope, webhookEndpointId: string): Promise<void> {
  const place = { organizationId: scope.actor.organizationId, webhookEndpointId };
  return change(scope, async (tx) => {
    const url = await deleteEndpointRow(tx, place);
    if (url === null) throw notFound('webhook endpoint');
    return { result: undefined, audit: auditOf('deleted', { webhookEndpointId, url }) };
  });
}

/** A new secret; the one before signs too for a day, so that receivers can be changed without a gap. */
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

/** The entry names the endpoint by its host: a path or query may hold what only the receiver knows. */
export function auditOf(verb: AuditVerb, of: Pick<WebhookEndpoint, 'webhookEndpointId' | 'url'>) {
  return { verb, type: 'webhook_endpoints', id: of.webhookEndpointId, label: new URL(of.url).host } as const;
}

/** Whoever sends the audit log somewhere must be allowed to read it. */
function refuseHiddenEvents({ scopes }: Actor, events: readonly string[]): void {
  if (scopes.has('audit:export')) return;
  const hidden = events.find((type) => type === allEvents || type === 'audit.entry');
  if (hidden === undefined) return;
  throw forbidden('scope.missing', `The events ${hidden} need a key that also holds audit:export.`);
}
