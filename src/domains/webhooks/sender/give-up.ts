import { change } from '../../../platform/audit/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { systemActor } from '../../../platform/http/index.ts';
import { counter, newId } from '../../../platform/kernel/index.ts';
import { emit } from '../../events/index.ts';
import { auditOf } from '../endpoints.ts';
import type { SecretPlace } from '../secrets.ts';
import { disableEndpoint } from '../store/endpoints.ts';

const disabled = counter(
  'parley_webhook_endpoints_disabled_total',
  'Webhook endpoints disabled because they keep failing or answered 410',
  ['reason'],
);

/** Disables a failing or gone endpoint and records it in the audit log, as an event and on the endpoint. */
export async function giveUpEndpoint(
  db: Database,
  place: SecretPlace,
  reason: 'failing' | 'gone',
): Promise<void> {
  const { organizationId, webhookEndpointId } = place;
  const actor = systemActor(organizationId, newId('req'));
  const isDone = await change({ db, actor }, async (tx) => {
    const endpoint = await disableEndpoint(tx, place, reason);
    if (!endpoint) return { result: false, audit: [] };
    const { url, failingSince, disabledAt } = endpoint;
    const data = { webhookEndpointId, url, reason, failingSince, disabledAt: disabledAt! };
    await emit(tx, [
      { organizationId, type: 'webhookEndpoint.disabled', resourceId: webhookEndpointId, data },
    ]);
    return { result: true, audit: auditOf('disabled', endpoint) };
  });
  if (isDone) disabled.inc({ reason });
}
