import { type CallEnd, holdWords, markRinging, recordEvent } from '../calls/index.ts';
import { claimState, type DialableCall, type DialableTrunk, holdCall } from '../dialer/index.ts';
import { monotonicMs, toError } from '../kernel/index.ts';
import {
  buildOffer,
  type CallFailure,
  type OutgoingCall,
  readAnswer,
  type SipUserAgent,
} from '../sip/index.ts';
import type { CallEnvironment, LiveCall } from './live-call.ts';
import { prepareAgent } from './prepare-agent.ts';
import { resolveHost } from './resolve-host.ts';
import { endOfFailure, endOfStop } from './sip-outcome.ts';
import { headersOfVariables } from './sip-variables.ts';
import { inviteOverTrunk } from './trunk-invite.ts';

/** An INVITE that is sent later than this after its claim is sent only if the claim is asked for once more. */
const claimTrustedForMs = 2000;
const noAudioRecheckMs = 5000;

type Outcome = { kind: 'answered'; sdp: string } | { kind: 'failed'; failure: CallFailure };

/** Dials a claimed call and carries it to its end. The INVITE is sent here and nowhere else, once. */
export async function runOutboundCall(
  environment: CallEnvironment,
  agent: SipUserAgent,
  call: DialableCall,
  live: LiveCall,
): Promise<void> {
  const { trunk } = call;
  if (!trunk) throw new Error('a call without a trunk cannot be dialed');
  // Nobody's telephone rings for a call in which nothing could be said; what is said first is spoken while it rings.
  const prepared = await prepareAgent(
    environment,
    call.agent,
    { ...call, agentNumber: call.phoneNumber },
    live,
  ).catch(toError);
  if (prepared instanceof Error) return live.finish(undialed(prepared));
  await using _released = prepared;
  let leg: OutgoingCall | undefined;
  try {
    await live.open(prepared);
  } catch (thrown) {
    return await putBack(environment, call, live, toError(thrown));
  }
  try {
    const [address] = await resolveHost(trunk.host);
    if (address === undefined) return await live.finish(unresolved(trunk.host));
    // Nothing that takes time may stand between this and the INVITE.
    const claim =
      monotonicMs() - call.claimedAtMs > claimTrustedForMs
        ? await claimState(environment.db, call)
        : 'stands';
    if (claim === 'gone') return await live.abandon();
    if (claim === 'stopped' || live.stopCause !== null) {
      return await live.finish(endOfStop(live.stopCause ?? 'requested', false));
    }
    const answered = Promise.withResolvers<Outcome>();
    const offer = live.localAudio();
    leg = agent.invite(inviteOf(environment, call, { ...trunk, address }, buildOffer(offer)), {
      onProvisional: (code) => {
        if (code >= 180) live.note(() => noteRinging(environment, live, code));
      },
      onAnswer: (sdp) => answered.resolve({ kind: 'answered', sdp }),
      onFail: (failure) => answered.resolve({ kind: 'failed', failure }),
      onEnd: ({ by, reason }) => live.remoteEnded(by, reason),
      onOffer: (changed) => live.answerChange(changed),
      onLateAnswer: (changed) => live.acceptChange(changed, offer),
      onInfo: (contentType, body) => live.receiveInfo(contentType, body),
    });
    const sent = leg;
    live.onStop(() => sent.cancel());
    live.note(() => noteDialed(environment, call, live));
    const outcome = await answered.promise;
    if (outcome.kind === 'failed') {
      const { kind } = outcome.failure;
      if (kind === 'timeout' || kind === 'unreachable') {
        environment.onUnanswered(call.organizationId, trunk.trunkId);
      }
      const stopped = outcome.failure.kind === 'canceled' && live.stopCause !== null;
      return await live.finish(stopped ? endOfStop(live.stopCause!, false) : endOfFailure(outcome.failure));
    }
    const negotiation = readAnswer(outcome.sdp, offer);
    if (!negotiation.ok) {
      sent.hangUp();
      return await live.finish(unusable(negotiation.reason));
    }
    live.connect(negotiation.audio);
    const end = await live.carryOn(prepared, sent, 'outbound');
    sent.hangUp();
    await live.finish(end);
  } catch (thrown) {
    live.log.error({ err: thrown }, 'an outbound call failed');
    leg?.hangUp();
    await live.finish(unusable(toError(thrown).message));
  }
}

function inviteOf(
  environment: CallEnvironment,
  call: DialableCall,
  trunk: DialableTrunk & { address: string },
  sdpOffer: string,
): Parameters<SipUserAgent['invite']>[0] {
  const { organizationId, phoneNumber: from, customerNumber: to } = call;
  return {
    ...call.invite,
    ...inviteOverTrunk(environment, { organizationId, trunk, from, to }),
    extraHeaders: headersOfVariables(call.variables),
    sdpOffer,
    noAnswerTimeoutMs: environment.noAnswerTimeoutMs,
  };
}

/** A call for which no audio can be had waits: it was not dialed. Where that fails too, upkeep releases the claim. */
async function putBack(
  environment: CallEnvironment,
  call: DialableCall,
  live: LiveCall,
  error: Error,
): Promise<void> {
  live.log.error({ err: error }, 'no audio could be had for a call; it waits');
  const untilMs = Date.now() + noAudioRecheckMs;
  const message = holdWords['no-audio'] ?? '';
  await holdCall(environment.db, call, { reason: 'no-audio', message, untilMs }).catch((failed: unknown) =>
    live.log.warn({ err: failed }, 'a call could not be put back into the queue'),
  );
}

/** For `why`: written after the INVITE was sent, which it must not delay. */
async function noteDialed(environment: CallEnvironment, call: DialableCall, live: LiveCall): Promise<void> {
  const { organizationId, callId, trunk, invite } = call;
  live.log.info({ trunkId: trunk?.trunkId, sipCallId: invite.callId }, 'dialed');
  const message = `Dialed through the trunk ${trunk?.trunkId} (${trunk?.host}) with the Call-ID ${invite.callId}.`;
  const event = { decision: 'dialed', reason: 'invite-sent', message } as const;
  await recordEvent(environment.db, organizationId, callId, event).catch((error: unknown) =>
    live.log.warn({ err: error }, 'the dialing could not be recorded'),
  );
}

async function noteRinging(environment: CallEnvironment, live: LiveCall, code: number): Promise<void> {
  await markRinging(environment.db, live.held, code).catch((error: unknown) =>
    live.log.warn({ err: error }, 'the ringing could not be recorded'),
  );
}

function undialed({ message: why }: Error): CallEnd {
  const message = `The call was not dialed: ${why}.`;
  return { status: 'ended', endedBy: 'System ended the call', endedReason: 'provider-error', message };
}

function unresolved(host: string): CallEnd {
  return endOfFailure({
    kind: 'unreachable',
    code: null,
    reason: `${host} does not resolve`,
    reasonHeader: null,
    sent: false,
  });
}

function unusable(reason: string): CallEnd {
  const message = `The call could not be carried on: ${reason}.`;
  return { status: 'ended', endedBy: 'System ended the call', endedReason: 'provider-error', message };
}
