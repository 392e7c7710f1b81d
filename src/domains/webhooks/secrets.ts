import { randomBytes } from 'node:crypto';
import type { ResealedColumn, SecretKey } from '../../platform/access/index.ts';

const prefix = 'whsec_';
const bytes = 32;
/** How long the previous secret also signs after a rotation. */
export const overlapHours = 24;

/** The owner of a secret. Sealed for one endpoint, it cannot be opened for another. */
export interface SecretPlace {
  organizationId: string;
  webhookEndpointId: string;
}

/** Returns a new secret in the format of Standard Webhooks. */
export function newSecret(): string {
  return prefix + randomBytes(bytes).toString('base64');
}

export function sealSecret(key: SecretKey, place: SecretPlace, secret: string): Buffer {
  return key.seal(secret, placeOf(place));
}

/** Opens a secret. Throws when it was altered, moved, or sealed with another secret key. */
export function openSecret(key: SecretKey, place: SecretPlace, sealed: Buffer): string {
  return key.open(sealed, placeOf(place));
}

/** The columns that hold secrets, for key rotation. */
export const sealedWebhookColumns: readonly ResealedColumn[] = [
  'sealed_secret',
  'sealed_previous_secret',
].map((column) => ({
  table: 'webhook_endpoints',
  column,
  key: ['organization_id', 'webhook_endpoint_id'],
  again: (value, row, reseal) =>
    reseal(
      value as Buffer,
      placeOf({ organizationId: row.organization_id!, webhookEndpointId: row.webhook_endpoint_id! }),
    ),
}));

function placeOf({ organizationId, webhookEndpointId }: SecretPlace): string {
  return `webhook-endpoint:${organizationId}:${webhookEndpointId}`;
}
