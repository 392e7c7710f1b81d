import { addUsage, type CallEnd, holdMessages } from '../../../domains/calls/index.ts';
import { toError } from '../../../platform/kernel/index.ts';
import type { SipUserAgent } from '../../../telephony/sip/index.ts';
import { prepareAgent } from '../../agent-runtime/index.ts';
import { type DialableCall, type DialableTrunk, holdCall } from '../../dialer/index.ts';
import { stopOnEarlyIntercept } from '../call/early-intercept.ts';
import type { LiveCall } from '../call/live-call.ts';
import type { CallFacts } from '../call/moved-call.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { credentialsWithin } from '../signalling/trunk-invite.ts';
import { type Dialed, dialTrunks } from './dial-trunks.ts';

const noAudioRecheckMs = 5000;
const unpreparedRecheckMs = 60_000;
/** Short, because the next claim counts the limits of the trunk. */
const fullRecheckMs = 1000;
/** Long, because a trunk that recovers makes its calls due at once. */
const downRecheckMs = 30_000;

/** Dials a claimed call and carries it to its end. */
export async function runOutboundCall(
  environment: CallEnvironment,
  agent: SipUserAgent,
  call: DialableCall,
  live: LiveCall,
): Promise<void> {
  // A call whose agent cannot speak must not ring. The first message is synthesized during the ringing.
  const prepared = await prepareAgent(environment, call.agent, call, live).catch(toError);
  if (prepared instanceof Error) return unprepared(environment, call, live, prepared);
  await using _released = prepared;
  try {
    await live.open(prepared);
  } catch (thrown) {
    live.log.error({ err: toError(thrown) }, 'cannot open an audio port for a call; the call is held');
    const message = holdMessages['no-audio'] ?? '';
    return await putBack(environment, call, live, { reason: 'no-audio', message, inMs: noAudioRecheckMs });
  }
  if (prepared.agent.conversation.answerDetection === 'on') stopOnEarlyIntercept(live);
  let dialed: Dialed | undefined;
  try {
    dialed = await dialTrunks(environment, agent, call, live);
    if (dialed.kind === 'lost') {
      live.log.warn('another process has taken over a call before it was dialed');
      return await live.abandon();
    }
    if (dialed.kind === 'unpermitted') {
      live.log.warn(
        { err: dialed.error },
        'cannot ask whether a call may be dialed; upkeep releases its claim',
      );
      return await live.abandon();
    }
    if (dialed.kind === 'over') return await live.finish(dialed.end);
    if (dialed.kind === 'full') {
      await live.abandon();
      const message = 'No trunk of the phone number takes a call at this moment.';
      return await putBack(environment, call, live, { reason: 'trunk-limit', message, inMs: fullRecheckMs });
    }
    if (dialed.kind === 'paused') {
      await live.abandon();
      const message = 'The campaign was paused before the call was dialed.';
      return await putBack(environment, call, live, { reason: 'campaign-paused', message, inMs: 0 });
    }
    if (dialed.kind === 'down') {
      await live.abandon();
      const message = `The trunk of the phone number cannot be reached: ${dialed.reason}.`;
      return await putBack(environment, call, live, { reason: 'trunk-down', message, inMs: downRecheckMs });
    }
    const { leg, offer, sdp, trunk } = dialed;
    const negotiation = await live.audio.early.agreedBy(sdp, offer);
    const problem = negotiation.ok ? null : `a call was answered without common audio: ${negotiation.reason}`;
    environment.onAudio(call.organizationId, trunk.trunkId, problem);
    if (!negotiation.ok) {
      leg.hangUp();
      return await live.finish(unusable(negotiation.reason));
    }
    live.audio.connect(negotiation.audio);
    const { campaignId, teamId } = call;
    if (campaignId !== null && teamId !== null) live.dialedFor = { campaignId, teamId };
    const end = await live.carryOn(prepared, leg, 'outbound', factsOf(environment, call, trunk));
    if (end === null) return;
    live.legs.hangUp();
    await live.finish(end);
  } catch (thrown) {
    live.log.error({ err: thrown }, 'an outbound call failed');
    if (dialed?.kind === 'answered') dialed.leg.hangUp();
    await live.finish(unusable(toError(thrown).message));
  }
}

function factsOf(environment: CallEnvironment, call: DialableCall, trunk: DialableTrunk): CallFacts {
  const { customerNumber, agentNumber, timeZone, organizationId } = call;
  const { trunkId, codecs, mediaEncryption } = trunk;
  const credentials = credentialsWithin(environment, { ...trunk, organizationId }) ?? null;
  return { customerNumber, agentNumber, timeZone, trunkId, trunk: { codecs, mediaEncryption }, credentials };
}

/**
 * Ends or holds a call whose agent could not be prepared. A call of a campaign is held, and the campaign's circuit counts
 * the failure. A single call ends, so that its client receives the failure.
 */
async function unprepared(
  environment: CallEnvironment,
  call: DialableCall,
  live: LiveCall,
  failure: Error,
): Promise<void> {
  if (call.campaignId === null) return live.finish(undialed(failure));
  live.log.warn({ err: failure }, 'cannot prepare the agent of a call; the call is held');
  await live.abandon();
  const message = `The call was not dialed: ${failure.message}.`;
  // The failure of a stopped call does not count against its agent.
  const failedCampaignId = live.stopCause === null ? call.campaignId : null;
  const hold = { reason: 'agent-unprepared', message, inMs: unpreparedRecheckMs, failedCampaignId };
  await putBack(environment, call, live, hold);
}

/** Puts a call that was not dialed back into the queue. When that fails, upkeep releases the claim. */
async function putBack(
  environment: CallEnvironment,
  call: DialableCall,
  live: LiveCall,
  { inMs, ...hold }: { reason: string; message: string; inMs: number; failedCampaignId?: string | null },
): Promise<void> {
  const untilMs = Date.now() + inMs;
  // The usage so far counts, because the first message will be synthesized again.
  await environment.db
    .transaction((tx) => addUsage(tx, call, live.usage.sums()))
    .catch((failed: unknown) => live.log.warn({ err: failed }, 'cannot record the usage of a call'));
  const isHeld = await holdCall(environment.db, call, { ...hold, untilMs }).catch((failed: unknown) => {
    live.log.warn({ err: failed }, 'cannot put a call back into the queue; upkeep releases its claim');
    return true;
  });
  if (!isHeld)
    live.log.warn(
      { reason: hold.reason },
      'a call was not put back into the queue, because it ended or another process has it',
    );
}

function undialed({ message: why }: Error): CallEnd {
  const message = `The call was not dialed: ${why}.`;
  return { status: 'ended', endedBy: 'System ended the call', endedReason: 'provider-error', message };
}

function unusable(reason: string): CallEnd {
  const message = `The call could not be carried on: ${reason}.`;
  return { status: 'ended', endedBy: 'System ended the call', endedReason: 'provider-error', message };
}
