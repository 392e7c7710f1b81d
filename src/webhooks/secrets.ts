import { randomBytes } from 'node:crypto';
import type { SecretKey } from '../access/index.ts';

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

function placeOf({ organizationId, webhookEndpointId }: SecretPlace): string {
  return `webhook-endpoint:${organizationId}:${webhookEndpointId}`;
}
