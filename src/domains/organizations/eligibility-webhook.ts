import { z } from 'zod';
import type { ResealedColumn, SecretKey } from '../../platform/access/index.ts';
import { invalid } from '../../platform/kernel/index.ts';

/** What happens to a call while the webhook gives no answer that can be used. */
const whenUnavailable = ['dial', 'hold', 'refuse'] as const;

const Url = z
  .string()
  .max(2000)
  .refine(isAddress, { error: 'must be an address that begins with https:// or http://, without a user' });

const Secret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, {
  error: 'must be whsec_ and 24 to 64 bytes in Base64, as the Standard Webhooks specification has it',
});

const settings = {
  deadlineMs: z.int().min(100).max(5000).describe('How long its answer is waited for'),
  whenUnavailable: z
    .enum(whenUnavailable)
    .describe(
      'What happens to a call while there is no answer: `dial` it as if there were no webhook, `hold` it and ask again, `refuse` it when it was asked in vain',
    ),
};

/** As it is given. */
export const EligibilityWebhookInput = z
  .strictObject({
    url: Url.describe('Where to ask; public, or in `PARLEY_EGRESS_ALLOW`'),
    deadlineMs: settings.deadlineMs.default(2000),
    whenUnavailable: settings.whenUnavailable.default('hold'),
    secret: z
      .union([Secret, z.literal(true)], { error: 'must be whsec_ and 24 to 64 bytes in Base64, or true' })
      .describe(
        'Signs the requests; never shown again: `true` keeps it, while the address has the same origin',
      ),
  })
  .meta({ id: 'EligibilityWebhookInput' });
export type EligibilityWebhookInput = z.output<typeof EligibilityWebhookInput>;

/** As it is shown. */
export const EligibilityWebhook = z
  .object({ url: z.string(), ...settings, secret: z.literal(true).describe('There is one') })
  .meta({ id: 'EligibilityWebhook' });
export type EligibilityWebhook = z.output<typeof EligibilityWebhook>;

/** As it is stored. */
export interface StoredEligibilityWebhook {
  url: string;
  deadlineMs: number;
  whenUnavailable: (typeof whenUnavailable)[number];
  /** Base64. */
  sealedSecret: string;
}

/**
 * The webhook as it is stored. `secret: true` keeps the secret of `known`, so long as it goes to the same origin: who may
 * change the address shall not be sent what the old secret signs. Throws where there is nothing to keep.
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
    throw invalid('eligibilityWebhook.secret', 'must be given: there is none that goes to the same place');
  }
  return { ...given, sealedSecret: known.sealedSecret };
}

/** The bytes that requests to the webhook are signed with: use them, never log them. */
export function webhookSecret(
  key: SecretKey,
  organizationId: string,
  stored: StoredEligibilityWebhook,
): Buffer {
  const secret = key.open(Buffer.from(stored.sealedSecret, 'base64'), placeOf(organizationId));
  return Buffer.from(secret.slice('whsec_'.length), 'base64');
}

/** Without a trace of the secret. */
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

/** Where the webhook's secret is, for a rotation of the key. */
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
