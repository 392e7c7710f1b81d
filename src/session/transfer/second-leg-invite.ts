import {
  answerOffer,
  buildOffer,
  type CallFailure,
  type LocalAudio,
  type LocatedTarget,
  type NegotiatedAudio,
  newBranch,
  newCallId,
  newTag,
  type OutgoingCall,
  readAnswer,
} from '../../sip/index.ts';
import { mayFailOver, mayTryNextTarget } from '../failover.ts';
import { inviteOverTrunk } from '../trunk-invite.ts';
import type { TransferParties } from './parties.ts';
import type { TransferRoute } from './route.ts';

/** Whom to call for somebody who is put through, and what is to be told of it. */
export interface LegInvite extends Pick<TransferParties, 'environment' | 'held' | 'signal'> {
  route: TransferRoute;
  target: { to: string; uri: string | null };
  /** Our side of the audio. */
  offer: LocalAudio;
  connect: (audio: NegotiatedAudio) => void;
  /** What is being called, so that it can be hung up. */
  onLeg: (leg: OutgoingCall) => void;
  /** Once for each place. */
  onRinging: () => void;
  onAnswered: () => void;
  onEnded: () => void;
}

/** How long the other telephone rings. */
const ringMs = 30_000;

/**
 * The answer from the first of these places that gives one; the next is called while it is certain that nothing rang.
 * Rejects with an Error that says in words why nobody answered, or with the reason of the signal.
 */
export async function firstAnswer(invite: LegInvite, places: readonly LocatedTarget[]): Promise<string> {
  const { environment, route } = invite;
  let why = places.length === 0 ? await environment.locator.whyNowhere(route.trunk) : '';
  for (const place of places) {
    const answer = await answerFrom(invite, place);
    if ('sdp' in answer) return answer.sdp;
    const { failure, hasRung } = answer;
    why = failure.code === null ? failure.reason : `${failure.code} ${failure.reason}`;
    if (!mayFailOver(failure, hasRung) || !mayTryNextTarget(failure)) break;
    environment.locator.avoid(place);
  }
  throw new Error(why);
}

type Answer = { sdp: string } | { failure: CallFailure; hasRung: boolean };

function answerFrom(invite: LegInvite, place: LocatedTarget): Promise<Answer> {
  const { environment, held, route, target, offer, signal } = invite;
  const answered = Promise.withResolvers<Answer>();
  const { organizationId } = held;
  const { phoneNumber: from, trunk } = route;
  let hasRung = false;
  const leg = environment.invite(
    {
      ...inviteOverTrunk(environment, { organizationId, trunk, target: place, from, to: target.to }),
      ...(target.uri === null ? {} : { requestUri: target.uri, toUri: target.uri }),
      ...{ callId: newCallId(), branch: newBranch(), fromTag: newTag(), cseq: 1 },
      sdpOffer: buildOffer(offer),
      noAnswerTimeoutMs: ringMs,
    },
    {
      onProvisional() {
        if (!hasRung) invite.onRinging();
        hasRung = true;
      },
      onAnswer(sdp) {
        invite.onAnswered();
        answered.resolve({ sdp });
      },
      onFail: (failure) => answered.resolve({ failure, hasRung }),
      onEnd: () => invite.onEnded(),
      onOffer(changed) {
        const negotiation = answerOffer(changed, { ...offer, version: ++offer.version });
        if (!negotiation.ok) return null;
        invite.connect(negotiation.audio);
        return negotiation.sdp;
      },
      onOfferAsked: () => buildOffer({ ...offer, version: ++offer.version }),
      onLateAnswer(changed) {
        const negotiation = readAnswer(changed, offer);
        if (negotiation.ok) invite.connect(negotiation.audio);
      },
    },
  );
  invite.onLeg(leg);
  signal.addEventListener('abort', () => answered.reject(signal.reason), { once: true });
  return answered.promise;
}
