import { newId } from '../../platform/kernel/index.ts';
import type { RetryOutcome } from '../retry-configs/index.ts';
import { holdMessage } from './hold-messages.ts';
import { planRetry, type RetryPlan } from './plan-retry.ts';
import type { EndingRow } from './store/end.ts';

/** The next attempt of an ended call. */
export interface Retry {
  organizationId: string;
  /** The previous attempt. */
  parentCallId: string;
  callId: string;
  /** RFC 3339. */
  dueAt: string;
  notBefore: string;
  holdReason: string;
  /** The events for `why` of the previous attempt and of this one. */
  retried: { decision: 'retried'; reason: string; message: string };
  held: { decision: 'held'; reason: string; message: string; until: string };
}

/** Returns the next attempt of a call that has just ended, if its retry configuration has one for the outcome. */
export function decideRetry(
  call: EndingRow,
  outcome: RetryOutcome,
  retryId: string = newId('call'),
): Retry | null {
  const { retry: config, organization_id: organizationId, call_id: parentCallId } = call;
  if (config === null) return null;
  const plan = planRetry({
    config,
    callId: parentCallId,
    attempt: call.attempt,
    outcome,
    attemptsAtMs: call.attempts_ms ?? [],
    schedule: call.schedule,
    customerNumber: call.customer_number,
    timeZone: call.time_zone,
    endedAtMs: Math.round(call.now_ms),
  });
  if (plan === null) return null;
  const dueAt = at(plan.dueMs);
  const message = `Attempt ${call.attempt + 1} of at most ${config.maxAttempts} is the call ${retryId}, due ${dueAt}${partMessage(plan)}.`;
  const words = plan.part === null ? '' : ` The chosen part of the day is ${partName(plan.part)}.`;
  const { holdReason } = plan;
  return {
    organizationId,
    parentCallId,
    callId: retryId,
    dueAt,
    notBefore: at(plan.notBeforeMs),
    holdReason,
    retried: { decision: 'retried', reason: outcome, message },
    held: {
      decision: 'held',
      reason: holdReason,
      message: `${holdMessage(holdReason, dueAt)}${words}`,
      until: dueAt,
    },
  };
}

function partMessage({ part }: RetryPlan): string {
  return part === null ? '' : `, ${partName(part)}, because the last attempt was in another part of the day`;
}

function partName({ name, zone }: NonNullable<RetryPlan['part']>): string {
  return `the ${name} in ${zone}`;
}

const at = (ms: number) => new Date(ms).toISOString();
