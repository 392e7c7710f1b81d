import type { AccessState, SecretKey } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { invalid, notFound } from '../../platform/kernel/index.ts';
import { closeCircuits } from '../circuits/index.ts';
import { sealWebhook } from './eligibility-webhook.ts';
import type { Organization, UpdateOrganization } from './schemas.ts';
import {
  findEligibilityWebhook,
  lockOrganization,
  setEligibilityWebhook,
  updateOrganizationRow,
} from './store.ts';
import { wakeHeldCalls } from './wake-held-calls.ts';

/** A scope with what must be notified of changes: the rate limits and the dialer. */
interface OrganizationScope extends Scope {
  access: AccessState;
  notifier: Notifier;
  secret: SecretKey;
}

/** Changes the given fields of the actor's organization and notifies the affected processes. */
export async function updateOrganization(
  scope: OrganizationScope,
  input: UpdateOrganization,
): Promise<Organization> {
  const { organizationId } = scope.actor;
  const changed = await change(scope, async (tx) => {
    const current = await lockOrganization(tx, organizationId);
    if (!current) throw notFound('organization');
    if (changesNothing(input)) return { result: current, audit: [] };
    const { eligibilityWebhook, retention, ...given } = input;
    const values = { ...given, retention: withChanges(current.retention, retention ?? {}) };
    requireCallsOfCap(withChanges(current, values), input);
    if (eligibilityWebhook !== undefined) {
      const known = await findEligibilityWebhook(tx, organizationId);
      const stored =
        eligibilityWebhook && sealWebhook(scope.secret, organizationId, eligibilityWebhook, known);
      await setEligibilityWebhook(tx, organizationId, stored);
    }
    const organization = await updateOrganizationRow(tx, organizationId, withChanges(current, values));
    await wakeHeldCalls(tx, organizationId, input);
    if (!organization.circuitBreaker.enabled) await closeCircuits(tx, organizationId);
    const { name } = organization;
    return {
      result: organization,
      audit: { verb: 'updated', type: 'organizations', id: organizationId, label: name },
    };
  });
  scope.access.changed();
  scope.notifier.notify('parley_calls');
  return changed;
}

/** The frequency cap counts stored calls, so they must be kept as long as it looks back. */
function requireCallsOfCap({ frequencyCap, retention }: Organization, input: UpdateOrganization): void {
  const { callsDays } = retention;
  if (frequencyCap === null || callsDays === null || callsDays >= frequencyCap.days) return;
  const field = input.retention?.callsDays === undefined ? 'frequencyCap.days' : 'retention.callsDays';
  throw invalid(
    field,
    `must be at most ${callsDays}: retention.callsDays removes older calls, which the cap of ${frequencyCap.days} days counts`,
  );
}
