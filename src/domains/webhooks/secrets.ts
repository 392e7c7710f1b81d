import { randomBytes } from 'node:crypto';
import type { ResealedColumn, SecretKey } from '../../platform/access/index.ts';

const prefix = 'whsec_';
const bytes = 32;
/** How long the secret before a rotation signs too. */
export const overlapHours = 24;

/** Whose secret it is: sealed for one endpoint it cannot be opened for another. */
export interface SecretPlace {
  organizationId: string;
  webhookEndpointId: string;
}

/** A secret as Standard Webhooks writes it. */
export function newSecret(): string {
  return prefix + randomBytes(bytes).toString('base64');
}

export function sealSecret(key: SecretKey, place: SecretPlace, secret: string): Buffer {
  return key.seal(secret, placeOf(place));
}

/** Throws when the stored text was altered, moved, or sealed with another secret key. */
export function openSecret(key: SecretKey, place: SecretPlace, sealed: Buffer): string {
  return key.open(sealed, placeOf(place));
}

/** Where secrets are, for a rotation of the key. */
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
