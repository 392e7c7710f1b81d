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
import { answerOfPlaces, type PlaceAnswer } from './answer-of-places.ts';
import type { TransferParties } from './parties.ts';
import type { TransferRoute } from './route.ts';

/** Whom to call for somebody who is put through, and what is to be told of it. */
export interface LegInvite extends Pick<TransferParties, 'environment' | 'held' | 'signal'> {
  route: TransferRoute;
  target: { to: string; uri: string | null };
  /** Our side of the audio. */
  offer: LocalAudio;
  connect: (audio: NegotiatedAudio) => void;
  /** What was connected last; null: it is not answered. */
  agreed: () => NegotiatedAudio | null;
  /** The other side changed the audio by this offer, after its answer or before. */
  change: (offer: string, negotiation: Extract<Negotiation, { ok: true }>) => void;
  /** An early answer: audio may come before the answer. */
  connectEarly: (answer: string) => void;
  /** What is being called, so that it can be hung up, and where. */
  onLeg: (leg: OutgoingCall, place: LocatedTarget) => void;
  /** Once for each place. */
  onRinging: () => void;
  onAnswered: () => void;
  onInfo: (contentType: string, body: string) => void;
  onEnded: () => void;
}

/** How long the other telephone rings. */
const ringMs = 30_000;

/** Calls over the places of the trunk; rejects as `answerOfPlaces` does. */
export function firstAnswer(invite: LegInvite): Promise<string> {
  const { environment, route, signal } = invite;
  return answerOfPlaces(environment, route, signal, (place) => answerFrom(invite, place));
}

function answerFrom(invite: LegInvite, place: LocatedTarget): Promise<PlaceAnswer> {
  const { environment, held, route, target, offer, signal } = invite;
  const answered = Promise.withResolvers<PlaceAnswer>();
  const { organizationId } = held;
  const { phoneNumber: from, trunk } = route;
  let hasRung = false;
  const leg = environment.invite(
    {
      ...inviteOverTrunk(environment, { organizationId, trunk, target: place, from, to: target.to }),
      ...(target.uri === null ? {} : { requestUri: target.uri, toUri: target.uri }),
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
  invite.onLeg(leg, place);
  signal.addEventListener('abort', () => answered.reject(signal.reason), { once: true });
  return answered.promise;
}
