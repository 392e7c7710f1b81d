import { firstRow, type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import type { PageRequest } from '../../../platform/http/index.ts';
import type { WebhookEndpoint } from '../schemas.ts';
import { overlapHours, type SecretPlace } from '../secrets.ts';

const columns = `webhook_endpoint_id as "webhookEndpointId", url, events, description, enabled,
  disabled_reason as "disabledReason", disabled_at as "disabledAt", waiting as "pendingDeliveries", failures,
  failing_since as "failingSince", last_success_at as "lastSuccessAt", last_failure_at as "lastFailureAt",
  case when previous_secret_until > now() then previous_secret_until end as "previousSecretUntil",
  created_at as "createdAt", updated_at as "updatedAt"`;
const own = 'organization_id = $1 and webhook_endpoint_id = $2';

const lock = statement(
  'webhooks.lock_count',
  "select pg_advisory_xact_lock(hashtextextended('webhook_endpoints ' || $1, 0))",
);
const count = readStatement(
  'webhooks.count',
  'select count(*) as count from webhook_endpoints where organization_id = $1',
);
const insert = statement(
  'webhooks.insert',
  `insert into webhook_endpoints (organization_id, webhook_endpoint_id, url, events, description, enabled,
     disabled_reason, disabled_at, sealed_secret, seen, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, case when not $6 then 'member' end, case when not $6 then now() end, $7,
     event_snapshot(), now(), now())
   returning ${columns}`,
);
const selectOne = readStatement('webhooks.get', `select ${columns} from webhook_endpoints where ${own}`);
const selectForUpdate = statement('webhooks.lock', `${selectOne.text} for update`);
const selectPage = readStatement(
  'webhooks.list',
  `select ${columns} from webhook_endpoints where organization_id = $1 and ($2::text is null or webhook_endpoint_id < $2)
   order by webhook_endpoint_id desc limit $3`,
);
const update = statement(
  'webhooks.update',
  `update webhook_endpoints set url = $3, events = $4, description = $5, updated_at = now() where ${own}`,
);
const enable = statement(
  'webhooks.enable',
  `update webhook_endpoints set enabled = true, disabled_reason = null, disabled_at = null, failures = 0,
     failing_since = null, updated_at = now()
   where ${own} and not enabled`,
);
const disable = statement(
  'webhooks.disable',
  `update webhook_endpoints set enabled = false, disabled_reason = $3, disabled_at = now(), updated_at = now()
   where ${own} and enabled returning ${columns}`,
);
const rotate = statement(
  'webhooks.rotate',
  `update webhook_endpoints set sealed_previous_secret = sealed_secret, sealed_secret = $3,
     previous_secret_until = now() + interval '${overlapHours} hours', updated_at = now()
   where ${own} returning ${columns}`,
);
const remove = statement('webhooks.delete', `delete from webhook_endpoints where ${own} returning url`);
const anyEnabled = readStatement('webhooks.any', 'select 1 from webhook_endpoints where enabled limit 1');

/** Returns how many endpoints the organization has, and prevents new ones until the transaction ends. */
export async function holdEndpointCount(tx: Queryable, organizationId: string): Promise<number> {
  await tx.query(lock, [organizationId]);
  const [row] = await tx.query<{ count: number }>(count, [organizationId]);
  return row!.count;
}

/** Inserts an endpoint for events stored from now on. */
export async function insertEndpoint(
  tx: Queryable,
  place: SecretPlace,
  values: Pick<WebhookEndpoint, 'url' | 'events' | 'description' | 'enabled'> & { sealedSecret: Buffer },
): Promise<WebhookEndpoint> {
  const { url, events, description, enabled, sealedSecret } = values;
  const [row] = await tx.query<WebhookEndpoint>(insert, [
    place.organizationId,
    place.webhookEndpointId,
    url,
    events,
    description,
    enabled,
    sealedSecret,
  ]);
  return row!;
}

export function findEndpoint(db: Queryable, place: SecretPlace): Promise<WebhookEndpoint | null> {
  return firstRow(db, selectOne, keyOf(place));
}

/** Locks the endpoint against other changes until the transaction ends. */
export function lockEndpoint(tx: Queryable, place: SecretPlace): Promise<WebhookEndpoint | null> {
  return firstRow(tx, selectForUpdate, keyOf(place));
}

/** Returns one row more than the page, to know whether another page follows. */
export function selectEndpoints(
  db: Queryable,
  organizationId: string,
  page: PageRequest,
): Promise<WebhookEndpoint[]> {
  return db.query<WebhookEndpoint>(selectPage, [organizationId, page.after?.id ?? null, page.size + 1]);
}

export async function updateEndpointRow(
  tx: Queryable,
  place: SecretPlace,
  { url, events, description }: Pick<WebhookEndpoint, 'url' | 'events' | 'description'>,
): Promise<void> {
  await tx.query(update, [...keyOf(place), url, events, description]);
}

/** Enables the endpoint where it stopped. */
export async function enableEndpoint(tx: Queryable, place: SecretPlace): Promise<void> {
  await tx.query(enable, keyOf(place));
}

/** Returns null when it was disabled before. */
export function disableEndpoint(
  tx: Queryable,
  place: SecretPlace,
  reason: NonNullable<WebhookEndpoint['disabledReason']>,
): Promise<WebhookEndpoint | null> {
  return firstRow(tx, disable, [...keyOf(place), reason]);
}

/** Stores a new secret; the previous one also signs for a while. Returns null when the endpoint does not exist. */
export function rotateSecretOf(
  tx: Queryable,
  place: SecretPlace,
  sealedSecret: Buffer,
): Promise<WebhookEndpoint | null> {
  return firstRow(tx, rotate, [...keyOf(place), sealedSecret]);
}

/** Deletes the endpoint and returns its URL, or null when it does not exist. */
export async function deleteEndpointRow(tx: Queryable, place: SecretPlace): Promise<string | null> {
  const [row] = await tx.query<{ url: string }>(remove, keyOf(place));
  return row?.url ?? null;
}

export async function isAnyEndpointEnabled(db: Queryable): Promise<boolean> {
  return (await db.query(anyEnabled)).length > 0;
}

const keyOf = ({ organizationId, webhookEndpointId }: SecretPlace) => [organizationId, webhookEndpointId];
