import type { Queryable } from '../../platform/db/index.ts';
import { beginWaking } from '../call-queue/index.ts';
import type { UpdateOrganization } from './schemas.ts';

/** The hold reasons of each setting of the gate. */
const holdsBy = {
  rulePacks: ['calling-hours'],
  frequencyCap: ['frequency-cap', 'customer-on-call'],
  eligibilityWebhook: ['not-eligible', 'eligibility-unavailable'],
} as const satisfies Partial<Record<keyof UpdateOrganization, readonly string[]>>;

/** Makes the calls due that a changed setting holds, so that the dialer judges them by the new value. */
export async function wakeHeldCalls(
  tx: Queryable,
  organizationId: string,
  changes: UpdateOrganization,
): Promise<void> {
  const reasons = Object.entries(holdsBy).flatMap(([setting, holds]) =>
    changes[setting as keyof typeof holdsBy] === undefined ? [] : [...holds],
  );
  if (reasons.length > 0) await beginWaking(tx, organizationId, reasons);
}
