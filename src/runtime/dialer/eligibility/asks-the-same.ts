import type { StoredEligibilityWebhook } from '../../../domains/organizations/index.ts';

/** Whether what came of asking the one counts for the other: not when it goes elsewhere, waits longer or is signed otherwise. */
export function asksTheSame(one: StoredEligibilityWebhook, other: StoredEligibilityWebhook): boolean {
  return (
    one.url === other.url && one.deadlineMs === other.deadlineMs && one.sealedSecret === other.sealedSecret
  );
}
