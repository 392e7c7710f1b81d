import { PlaceCall, placeCall } from '../../../domains/calls/index.ts';
import {
  CampaignCall,
  problemFields,
  queueMany,
  type ScheduleCache,
} from '../../../domains/campaigns/index.ts';
import type { StepOf } from '../../../domains/workflow-definition/index.ts';
import type { Scope } from '../../../platform/audit/index.ts';
import type { Notifier, Transaction } from '../../../platform/db/index.ts';
import { parseInput } from '../../../platform/http/index.ts';
import { invalid, notFound } from '../../../platform/kernel/index.ts';
import type { Done } from './once.ts';

/** The recorded input of a call step. */
export interface CallInput {
  agentId: string;
  call: unknown;
}

/** Queues a campaign call by the rules of the API operation. */
export async function queueCampaignCall(
  {
    step,
    input,
    schedules,
    nowMs,
  }: { step: StepOf<'queueCall'>; input: CallInput; schedules: ScheduleCache; nowMs: number },
  { actor }: Scope,
  tx: Transaction,
): Promise<Done> {
  const inputs = [parseInput(CampaignCall, input.call, 'call')];
  const [outcome] = await queueMany(tx, { actor, agentId: input.agentId, inputs, schedules, nowMs });
  if (!outcome || 'problems' in outcome) {
    const problems = outcome?.problems ?? [];
    throw problems.includes('agent') ? notFound('agent') : invalid(problemFields(problems));
  }
  const { callId, campaignId } = outcome;
  return { output: { callId, campaignId }, ...waitOf(step, callId) };
}

/** Queues a single call by the rules of the API operation. */
export async function placeSingleCall(
  { step, input, notifier }: { step: StepOf<'placeCall'>; input: CallInput; notifier: Notifier },
  scope: Scope,
): Promise<Done> {
  const call = parseInput(PlaceCall, input.call, 'call');
  const { callId } = await placeCall({ ...scope, notifier, baseUrl: '' }, input.agentId, call);
  return { output: { callId }, ...waitOf(step, callId) };
}

function waitOf({ waitForEnd }: StepOf<'queueCall' | 'placeCall'>, callId: string): Pick<Done, 'wait'> {
  return waitForEnd ? { wait: { key: `call:${callId}`, timeoutSeconds: waitForEnd.timeoutSeconds } } : {};
}
