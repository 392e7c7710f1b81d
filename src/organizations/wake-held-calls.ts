import { type Queryable, statement } from '../db/index.ts';
import type { UpdateOrganization } from './schemas.ts';

/** What each setting of the gate holds calls for. */
const holdsBy = {
  rulePacks: ['calling-hours'],
  frequencyCap: ['frequency-cap', 'customer-on-call'],
  eligibilityWebhook: ['not-eligible', 'eligibility-unavailable'],
} as const satisfies Partial<Record<keyof UpdateOrganization, readonly string[]>>;

/** Bounded, because a million calls may wait; the rest is looked at by itself when its hold ends. */
const wake = statement(
  'organizations.wake_calls',
  `update queued_calls set due_at = dialer_now()
   where organization_id = $1 and call_id = any(array(
     select call_id from queued_calls where organization_id = $1 and hold_reason = any($2) and due_at > dialer_now()
     limit 10000 for update skip locked))`,
);

/** Makes the calls due that a changed setting holds, so that the dialer judges them by what is set now. */
export async function wakeHeldCalls(
  tx: Queryable,
  organizationId: string,
  changes: UpdateOrganization,
): Promise<void> {
  const reasons = Object.entries(holdsBy).flatMap(([setting, holds]) =>
    changes[setting as keyof typeof holdsBy] === undefined ? [] : [...holds],
  );
  if (reasons.length > 0) await tx.query(wake, [organizationId, reasons]);
}
