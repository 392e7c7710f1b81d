import {
  buildOffer,
  type CallFailure,
  type InvitePermit,
  type LocalAudio,
  type LocatedTarget,
  type OutgoingCall,
  type SipUserAgent,
} from '../../../telephony/sip/index.ts';
import type { DialableCall, DialableTrunk } from '../../dialer/index.ts';
import type { LiveCall } from '../call/live-call.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { headersOfVariables } from '../signalling/sip-variables.ts';
import { inviteOverTrunk } from '../signalling/trunk-invite.ts';

/** The result of an INVITE. `hasRung`: a telephone may have rung. `isHeardToRing`: a response of 180 or above said so. */
export type Attempt =
  | { kind: 'answered'; sdp: string; offer: LocalAudio; leg: OutgoingCall }
  | { kind: 'failed'; failure: CallFailure; hasRung: boolean; isHeardToRing: boolean };

/** An INVITE to send. `call` has its identity. */
interface InviteToSend {
  call: DialableCall;
  trunk: DialableTrunk;
  target: LocatedTarget;
  permit: InvitePermit;
}

/** Sends one INVITE by its permit and waits for the result. */
export async function attempt(
  environment: CallEnvironment,
  agent: SipUserAgent,
  { call, trunk, target, permit }: InviteToSend,
  live: LiveCall,
): Promise<Attempt> {
  const settled = Promise.withResolvers<Attempt>();
  let hasRung = false;
  let isHeardToRing = false;
  live.audio.useTrunk(trunk);
  live.audio.signalledFrom(target.host);
  const offer = live.audio.offer();
  const leg = agent.invite(inviteOf(environment, { call, trunk, target, permit }, buildOffer(offer)), {
    // `onSent` may come before `invite` returns `leg`.
    onSent: () =>
      queueMicrotask(() => {
        const { pending } = leg;
        live.record.note(() => noteDialed(environment, call, trunk, live, pending));
      }),
    onProvisional: (code, _reason, early) => {
      hasRung = true;
      if (early !== null) live.audio.connectEarly(early);
      // Recorded once, however often the peer repeats it.
      if (code < 180 || isHeardToRing) return;
      isHeardToRing = true;
      const { pending } = leg;
      live.record.note(() => noteRinging(environment, live, code, pending));
    },
    onAnswer: (sdp) => settled.resolve({ kind: 'answered', sdp, offer, leg }),
    onFail: (failure) => settled.resolve({ kind: 'failed', failure, hasRung, isHeardToRing }),
    onEnd: ({ by, reason }) => live.legs.ended(leg, () => live.remoteEnded(by, reason)),
    onOffer: (changed) => (live.legs.isPast(leg) ? null : live.audio.answerChange(changed)),
    onOfferAsked: () => (live.legs.isPast(leg) ? null : buildOffer(live.audio.offer())),
    onLateAnswer: (changed) => live.audio.acceptChange(changed),
    mayReplace: ({ address }) => environment.isOfTrunk(call.organizationId, trunk.trunkId, address),
    onRefer: (referral) => live.refer(referral),
    onInfo: (contentType, body) => live.audio.receiveInfo(contentType, body),
  });
  live.onStop(() => leg.cancel());
  return settled.promise;
}

function inviteOf(
  environment: CallEnvironment,
  { call, trunk, target, permit }: InviteToSend,
  sdpOffer: string,
): Parameters<SipUserAgent['invite']>[0] {
  const { organizationId, agentNumber: from, customerNumber: to } = call;
  return {
    ...call.invite,
    ...inviteOverTrunk(environment, { organizationId, trunk, target, from, to }),
    extraHeaders: headersOfVariables(call.variables),
    sdpOffer,
    permit,
    noAnswerTimeoutMs: environment.noAnswerTimeoutMs,
  };
}

/** Records the INVITE after it was sent, because it must not delay it. */
async function noteDialed(
  environment: CallEnvironment,
  call: DialableCall,
  trunk: DialableTrunk,
  live: LiveCall,
  pending: OutgoingCall['pending'],
): Promise<void> {
  const { invite } = call;
  live.log.info({ trunkId: trunk.trunkId, sipCallId: invite.callId }, 'dialed');
  const message = `Dialed through the trunk ${trunk.trunkId} (${trunk.host}) with the Call-ID ${invite.callId}.`;
  await environment.writer
    .dialed(live.held, message, pending)
    .catch((error: unknown) => live.log.warn({ err: error }, 'the INVITE of a call could not be recorded'));
}

async function noteRinging(
  environment: CallEnvironment,
  live: LiveCall,
  code: number,
  pending: OutgoingCall['pending'],
): Promise<void> {
  await environment.writer
    .ringing(live.held, code, pending)
    .catch((error: unknown) => live.log.warn({ err: error }, 'the ringing of a call could not be recorded'));
}
