import { addUsage, type CallEnd, holdWords } from '../../../domains/calls/index.ts';
import { toError } from '../../../platform/kernel/index.ts';
import type { SipUserAgent } from '../../../telephony/sip/index.ts';
import { prepareAgent } from '../../agent-runtime/index.ts';
import { type DialableCall, holdCall } from '../../dialer/index.ts';
import type { LiveCall } from '../call/live-call.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { type Dialed, dialTrunks } from './dial-trunks.ts';

const noAudioRecheckMs = 5000;
const unpreparedRecheckMs = 60_000;
/** The next claim counts the trunk that the call really goes over. */
const fullRecheckMs = 1000;
/** A trunk that is found there again makes its calls due at once. */
const downRecheckMs = 30_000;

/** Dials a claimed call and carries it to its end. */
export async function runOutboundCall(
  environment: CallEnvironment,
  agent: SipUserAgent,
  call: DialableCall,
  live: LiveCall,
): Promise<void> {
  // Nobody's telephone rings for a call in which nothing could be said; what is said first is spoken while it rings.
  const prepared = await prepareAgent(
    environment,
    call.agent,
    { ...call, agentNumber: call.phoneNumber },
    live,
  ).catch(toError);
  if (prepared instanceof Error) return unprepared(environment, call, live, prepared);
  await using _released = prepared;
  try {
    await live.open(prepared);
  } catch (thrown) {
    live.log.error({ err: toError(thrown) }, 'no audio could be had for a call; it waits');
    const message = holdWords['no-audio'] ?? '';
    return await putBack(environment, call, live, { reason: 'no-audio', message, inMs: noAudioRecheckMs });
  }
  let dialed: Dialed | undefined;
  try {
    dialed = await dialTrunks(environment, agent, call, live);
    if (dialed.kind === 'gone') {
      live.log.warn('the claim of a call was lost before it was dialed');
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
    const { leg, offer, sdp } = dialed;
    const negotiation = await live.audio.early.agreedBy(sdp, offer);
    if (!negotiation.ok) {
      leg.hangUp();
      return await live.finish(unusable(negotiation.reason));
    }
    live.audio.connect(negotiation.audio);
    const end = await live.carryOn(prepared, leg, 'outbound');
    live.legs.hangUp();
    await live.finish(end);
  } catch (thrown) {
    live.log.error({ err: thrown }, 'an outbound call failed');
    if (dialed?.kind === 'answered') dialed.leg.hangUp();
    await live.finish(unusable(toError(thrown).message));
  }
}

/**
 * A customer of a campaign is called when the agent can speak again, and its circuit stops a campaign whose agent cannot.
 * Who placed a single call hears of it.
 */
async function unprepared(
  environment: CallEnvironment,
  call: DialableCall,
  live: LiveCall,
  failure: Error,
): Promise<void> {
  if (call.campaignId === null) return live.finish(undialed(failure));
  live.log.warn({ err: failure }, 'the agent of a call could not be made ready; it waits');
  await live.abandon();
  const message = `The call was not dialed: ${failure.message}.`;
  // What a call that is stopped did not find says nothing of its agent.
  const failedCampaignId = live.stopCause === null ? call.campaignId : null;
  const hold = { reason: 'agent-unprepared', message, inMs: unpreparedRecheckMs, failedCampaignId };
  await putBack(environment, call, live, hold);
}

/** A call that was not dialed waits. Where that fails too, upkeep releases the claim. */
async function putBack(
  environment: CallEnvironment,
  call: DialableCall,
  live: LiveCall,
  { inMs, ...hold }: { reason: string; message: string; inMs: number; failedCampaignId?: string | null },
): Promise<void> {
  const untilMs = Date.now() + inMs;
  // What it will say first was spoken already, and will be again.
  await environment.db
    .transaction((tx) => addUsage(tx, call, live.usage.sums()))
    .catch((failed: unknown) => live.log.warn({ err: failed }, 'what a call used could not be recorded'));
  const isHeld = await holdCall(environment.db, call, { ...hold, untilMs }).catch((failed: unknown) => {
    live.log.warn({ err: failed }, 'a call could not be put back into the queue');
    return true;
  });
  if (!isHeld) live.log.warn({ reason: hold.reason }, 'a call to be put back was not there to be put back');
}

function undialed({ message: why }: Error): CallEnd {
  const message = `The call was not dialed: ${why}.`;
  return { status: 'ended', endedBy: 'System ended the call', endedReason: 'provider-error', message };
}

function unusable(reason: string): CallEnd {
  const message = `The call could not be carried on: ${reason}.`;
  return { status: 'ended', endedBy: 'System ended the call', endedReason: 'provider-error', message };
}
