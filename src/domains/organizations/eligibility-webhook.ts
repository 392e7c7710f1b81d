import { z } from 'zod';
import type { ResealedColumn, SecretKey } from '../../platform/access/index.ts';
import { invalid } from '../../platform/kernel/index.ts';

/** The treatment of a call when the webhook gives no valid response. */
const whenUnavailable = ['dial', 'hold', 'refuse'] as const;

const Url = z
  .string()
  .max(2000)
  .refine(isAddress, { error: 'must begin with https:// or http://, without a user' });

const Secret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, {
  error: 'must be whsec_ and 24 to 64 bytes in Base64, as the Standard Webhooks specification requires',
});

const settings = {
  deadlineMs: z.int().min(100).max(5000).describe('How long to wait for a response, in milliseconds'),
  whenUnavailable: z
    .enum(whenUnavailable)
    .describe(
      'What happens to a call without a valid response: `dial` it as if there were no webhook, `hold` it and ask again, or `refuse` it',
    ),
};

/** The webhook as input. */
export const EligibilityWebhookInput = z
  .strictObject({
    url: Url.describe('The URL to ask; public, or in `PARLEY_EGRESS_ALLOW`'),
    deadlineMs: settings.deadlineMs.default(2000),
    whenUnavailable: settings.whenUnavailable.default('hold'),
    secret: z
      .union([Secret, z.literal(true)], { error: 'must be whsec_ and 24 to 64 bytes in Base64, or true' })
      .describe(
        'Signs the requests. Never shown again: `true` keeps it while the address has the same origin',
      ),
  })
  .meta({ id: 'EligibilityWebhookInput' });
export type EligibilityWebhookInput = z.output<typeof EligibilityWebhookInput>;

/** The webhook as the API shows it. */
export const EligibilityWebhook = z
  .object({ url: z.string(), ...settings, secret: z.literal(true).describe('A secret is stored') })
  .meta({ id: 'EligibilityWebhook' });
export type EligibilityWebhook = z.output<typeof EligibilityWebhook>;

/** The webhook as it is stored. */
export interface StoredEligibilityWebhook {
  url: string;
  deadlineMs: number;
  whenUnavailable: (typeof whenUnavailable)[number];
  /** Base64. */
  sealedSecret: string;
}

/**
 * Returns the webhook with a sealed secret. `secret: true` keeps the secret of `known` if the origin is the same.
 * Otherwise anyone who may change the address could obtain requests signed with the old secret. Throws when there is no
 * secret to keep.
 */
export function sealWebhook(
  key: SecretKey,
  organizationId: string,
  { secret, ...given }: EligibilityWebhookInput,
  known: StoredEligibilityWebhook | null,
): StoredEligibilityWebhook {
  if (secret !== true) {
    const sealedSecret = key.seal(secret, placeOf(organizationId)).toString('base64');
    return { ...given, sealedSecret };
  }
  if (known === null || new URL(known.url).origin !== new URL(given.url).origin) {
    throw invalid('eligibilityWebhook.secret', 'must be given: no stored secret belongs to the same address');
  }
  return { ...given, sealedSecret: known.sealedSecret };
}

/** Returns the signing key of the webhook. Never log it. */
export function webhookSecret(
  key: SecretKey,
  organizationId: string,
  stored: StoredEligibilityWebhook,
): Buffer {
  const secret = key.open(Buffer.from(stored.sealedSecret, 'base64'), placeOf(organizationId));
  return Buffer.from(secret.slice('whsec_'.length), 'base64');
}

/** Returns the webhook without its secret. */
export function shownWebhook(stored: StoredEligibilityWebhook | null): EligibilityWebhook | null {
  if (stored === null) return null;
  const { sealedSecret: _, ...shown } = stored;
  return { ...shown, secret: true };
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  return url.username === '' && url.password === '';
}

/** The column that holds the webhook's secret, for key rotation. */
export const sealedOrganizationColumns: readonly ResealedColumn[] = [
  {
    table: 'organizations',
    column: 'eligibility_webhook',
    key: ['organization_id'],
    again(value, row, reseal) {
      const stored = value as StoredEligibilityWebhook;
      const sealed = reseal(Buffer.from(stored.sealedSecret, 'base64'), placeOf(row.organization_id!));
      return JSON.stringify({ ...stored, sealedSecret: sealed.toString('base64') });
    },
  },
];

function placeOf(organizationId: string): string {
  return `organization:${organizationId}:eligibility`;
}
