import {
  answerOffer,
  answerSwitchedOff,
  buildOffer,
  type LocalAudio,
  type LocatedTarget,
  type NegotiatedAudio,
  type Negotiation,
  newBranch,
  newCallId,
  newTag,
  type OutgoingCall,
  readAnswer,
  readSwitchedOff,
} from '../../../telephony/sip/index.ts';
import { inviteOverTrunk } from '../signalling/trunk-invite.ts';
import { answerOfTargets, type TargetAnswer } from './answer-of-targets.ts';
import type { TransferParties } from './parties.ts';
import type { TransferRoute } from './store.ts';

/** A call to the destination of a transfer, with its events. */
export interface LegInvite extends Pick<TransferParties, 'environment' | 'held' | 'signal'> {
  route: TransferRoute;
  destination: { to: string; uri: string | null };
  /** Our side of the audio. */
  offer: LocalAudio;
  connect: (audio: NegotiatedAudio) => void;
  /** Returns the audio that was connected last, or null before the answer. */
  agreed: () => NegotiatedAudio | null;
  /** Called when the other side changes the audio by an offer, before or after its answer. */
  change: (offer: string, negotiation: Extract<Negotiation, { ok: true }>) => void;
  /** Called with an early answer, after which early media may arrive. */
  connectEarly: (answer: string) => void;
  /** Called with the outgoing call, which can be hung up, and its target. */
  onLeg: (leg: OutgoingCall, target: LocatedTarget) => void;
  /** Called once for each target. */
  onRinging: () => void;
  onAnswered: () => void;
  onInfo: (contentType: string, body: string) => void;
  onEnded: () => void;
}

/** Maximum ringing time of the destination. */
const ringMs = 30_000;

/** Calls the targets of the trunk in turn and returns the first answer. Rejects as `answerOfTargets` does. */
export function firstAnswer(invite: LegInvite): Promise<string> {
  const { environment, route, signal } = invite;
  return answerOfTargets(environment, route, signal, (target) => answerFrom(invite, target));
}

function answerFrom(invite: LegInvite, target: LocatedTarget): Promise<TargetAnswer> {
  const { environment, held, route, destination, offer, signal } = invite;
  const answered = Promise.withResolvers<TargetAnswer>();
  const { organizationId } = held;
  const { phoneNumber: from, trunk } = route;
  let hasRung = false;
  const leg = environment.invite(
    {
      ...inviteOverTrunk(environment, { organizationId, trunk, target, from, to: destination.to }),
      ...(destination.uri === null ? {} : { requestUri: destination.uri, toUri: destination.uri }),
      callId: newCallId(),
      branch: newBranch(),
      fromTag: newTag(),
      cseq: 1,
      sdpOffer: buildOffer(offer),
      noAnswerTimeoutMs: ringMs,
    },
    {
      onProvisional(_code, _reason, early) {
        if (early !== null) invite.connectEarly(early);
        if (!hasRung) invite.onRinging();
        hasRung = true;
      },
      onAnswer(sdp) {
        invite.onAnswered();
        answered.resolve({ sdp });
      },
      onFail: (failure) => answered.resolve({ failure, hasRung }),
      onEnd: () => invite.onEnded(),
      onInfo: (contentType, body) => invite.onInfo(contentType, body),
      onOffer(changed) {
        const known = environment.locator.withKnownAddresses(changed);
        const local = { ...offer, version: ++offer.version };
        const agreed = invite.agreed();
        const off = agreed && answerSwitchedOff(known, local, agreed);
        const negotiation = off ?? answerOffer(known, local);
        if (!negotiation.ok) return null;
        invite.change(changed, negotiation);
        return negotiation.sdp;
      },
      onOfferAsked: () => buildOffer({ ...offer, version: ++offer.version }),
      onLateAnswer(changed) {
        const known = environment.locator.withKnownAddresses(changed);
        const negotiation = readAnswer(known, offer);
        const agreed = invite.agreed();
        const audio = negotiation.ok ? negotiation.audio : agreed && readSwitchedOff(known, agreed);
        if (audio) invite.connect(audio);
      },
    },
  );
  invite.onLeg(leg, target);
  signal.addEventListener('abort', () => answered.reject(signal.reason), { once: true });
  return answered.promise;
}
