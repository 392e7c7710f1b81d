import type { Actor } from '../../platform/http/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { dueAt, holdMessage } from '../calls/index.ts';
import type { Schedule } from '../schedules/index.ts';
import type { CampaignCall } from './schemas.ts';

/** One call as `queue_campaign_calls` takes it. */
export type CallItem = Record<string, unknown> & {
  callId: string;
  scheduleId: string;
  newCampaignId: string;
};

/**
 * Returns the call with its ids and its due time by the cached schedule, computed from `nowMs` (Unix time in
 * milliseconds). Without a schedule the statement refuses it.
 */
export function callItem(
  actor: Pick<Actor, 'organizationId' | 'memberId' | 'requestId'>,
  agentId: string,
  input: CampaignCall,
  schedule: Schedule | null,
  nowMs: number,
): CallItem {
  const timeZone = input.timeZone ?? null;
  const due = schedule
    ? dueAt(schedule, input.phoneNumber, nowMs, timeZone)
    : { atMs: nowMs, holdReason: null };
  const dueAtText = new Date(due.atMs).toISOString();
  return {
    organizationId: actor.organizationId,
    callId: newId('call', nowMs),
    newCampaignId: newId('campaign', nowMs),
    agentId,
    campaignName: input.campaignName,
    scheduleId: input.scheduleId,
    scheduleVersion: schedule?.version ?? 0,
    phoneNumber: input.phoneNumber,
    timeZone,
    phoneNumberId: input.phoneNumberId,
    variables: input.variables,
    givenVariables: namesGiven(input.variables),
    callRetryConfigId: input.callRetryConfigId ?? null,
    localPresenceEnabled: input.localPresenceEnabled ?? false,
    maxConcurrentCalls: input.maxConcurrentCalls ?? null,
    endAt: typeof input.endCampaignAt === 'number' ? new Date(input.endCampaignAt).toISOString() : null,
    dueAt: dueAtText,
    holdReason: due.holdReason,
    holdMessage: due.holdReason === null ? null : holdMessage(due.holdReason, dueAtText),
    priority: input.priority ?? null,
    memberId: actor.memberId,
    requestId: actor.requestId,
  };
}

/** Returns the names of the variables with a value. */
function namesGiven(variables: Record<string, unknown>): string[] {
  return Object.keys(variables).filter((name) => (variables[name] ?? null) !== null);
}
