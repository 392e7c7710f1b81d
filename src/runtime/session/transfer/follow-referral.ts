import {
  type HeldCall,
  markForwarding,
  markGoesOn,
  markTakenBack,
  takeSecondLeg,
} from '../../../domains/calls/index.ts';
import { type Log, toError } from '../../../platform/kernel/index.ts';
import {
  buildOffer,
  type IncomingReferral,
  type LocatedTarget,
  newBranch,
  newCallId,
  newTag,
  type OutgoingCall,
  readAnswer,
  renderReplaces,
} from '../../../telephony/sip/index.ts';
import type { CallAudio } from '../audio/call-audio.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import type { CallRecord } from '../record/call-record.ts';
import type { CallLegs } from '../signalling/call-legs.ts';
import { inviteOverTrunk } from '../signalling/trunk-invite.ts';
import { answerOfTargets, type TargetAnswer, UnansweredError } from './answer-of-targets.ts';
import { askedNumber } from './number-gate.ts';
import { noLine } from './parties.ts';
import { findTransferRoute, type TransferRoute } from './store.ts';
import { orWithoutDatabase } from './without-database.ts';

/** A call whose other side may send a REFER. */
interface ReferredCall {
  environment: CallEnvironment;
  held: HeldCall;
  log: Log;
  audio: CallAudio;
  record: Pick<CallRecord, 'noteFact'>;
  /** Resolves when the answer of the call is stored, or after a bounded wait. */
  recorded: Promise<unknown>;
  legs: CallLegs;
  /** Aborts when the call is over. */
  gone: AbortSignal;
  remoteEnded(by: 'remote' | 'system', reason: string | null): void;
}

/** Maximum ringing time of the destination. */
const ringMs = 30_000;
/** Time for the side that transferred us to hang up after the answer. Then we hang up. */
const farewellMs = 1_000;

/**
 * Follows a REFER of the other side (RFC 3515) when the call's trunk permits it. Calls the destination over the same trunk,
 * continues the call with the party that answers, and reports progress to the other side.
 */
async function followReferral(call: ReferredCall, referral: IncomingReferral): Promise<void> {
  const { environment, held, record, legs } = call;
  await call.recorded;
  const route = await orWithoutDatabase(findTransferRoute(environment.db, held), undefined, call.log);
  if (route === undefined) return referral.refuse(503);
  if (!route?.acceptsTransfers) return referral.refuse(603);
  const asked = await askedNumber(environment.db, route, referral);
  if (!('e164' in asked)) {
    record.noteFact('transfer-refused', `The other side asked to put the call through: ${asked.message}.`);
    return referral.refuse(asked.status);
  }
  const isFree = route.isTalking && !call.gone.aborted && legs.beginChange();
  if (!isFree) return referral.refuse(491);
  const { db } = environment;
  const destination = asked.e164;
  try {
    const message = `The other side puts the call through to ${destination}.`;
    const isOurs = await markForwarding(db, held, { destination, message });
    if (!isOurs) throw new Error(noLine.ended);
    call.audio.hearing.putThrough(true);
    const leg = await callInstead(call, route, destination, referral);
    call.audio.hearing.putThrough(false, destination);
    await markGoesOn(db, held, { dialog: leg.dialog, message: `The call goes on with ${destination}.` });
  } catch (error) {
    referral.refuse(503);
    call.audio.hearing.putThrough(false);
    legs.giveUpChange();
    const message = `${destination} could not be reached: ${toError(error).message}.`;
    await markTakenBack(db, held, message);
  }
}

/**
 * Calls the number when organization and trunk have a line for it, and continues the call with that leg. Rejects on
 * failure. If the REFER was accepted, the failure is first reported to the other side.
 */
async function callInstead(
  call: ReferredCall,
  route: TransferRoute,
  to: string,
  referral: IncomingReferral,
): Promise<OutgoingCall> {
  const { environment, held, audio, legs, gone } = call;
  const fail = (status: number, reason: string): Error => {
    referral.progress(status);
    return new Error(reason);
  };
  const line = await takeSecondLeg(environment.db, held, route.trunk.trunkId);
  if (line !== 'granted') throw new Error(noLine[line]);
  referral.accept();
  audio.useTrunk(route.trunk);
  const offer = audio.offer();
  const tried: { leg: OutgoingCall | null } = { leg: null };
  const answer = answerOfTargets(environment, route, gone, (target) =>
    callAt(call, { route, to, referral, target, sdpOffer: buildOffer(offer) }, (leg) => {
      tried.leg = leg;
      legs.calling(leg);
    }),
  );
  const sdp = await answer.catch((error: unknown) => {
    throw fail(error instanceof UnansweredError ? error.status : 503, toError(error).message);
  });
  const leg = tried.leg!;
  const negotiation = readAnswer(await environment.locator.withAddresses(sdp), offer);
  if (!negotiation.ok) {
    leg.hangUp();
    throw fail(488, negotiation.reason);
  }
  audio.connect(negotiation.audio);
  const before = legs.change();
  referral.progress(200);
  setTimeout(() => before.hangUp(), farewellMs);
  return leg;
}

/** The parts of an INVITE to the destination of a REFER. */
interface InsteadInvite {
  route: TransferRoute;
  to: string;
  referral: IncomingReferral;
  target: LocatedTarget;
  sdpOffer: string;
}

/** Calls one target of the trunk. `onLeg` receives the leg that is being called, so that it can be hung up. */
function callAt(
  call: ReferredCall,
  { route, to, referral, target, sdpOffer }: InsteadInvite,
  onLeg: (leg: OutgoingCall) => void,
): Promise<TargetAnswer> {
  const { environment, held, audio, legs, gone } = call;
  const { organizationId } = held;
  const { phoneNumber: from, trunk } = route;
  const { replaces } = referral;
  const answered = Promise.withResolvers<TargetAnswer>();
  let hasRung = false;
  audio.signalledFrom(target.host);
  const leg: OutgoingCall = environment.invite(
    {
      ...inviteOverTrunk(environment, { organizationId, trunk, target, from, to }),
      callId: newCallId(),
      branch: newBranch(),
      fromTag: newTag(),
      cseq: 1,
      extraHeaders: replaces ? [['Replaces', renderReplaces(replaces)]] : [],
      sdpOffer,
      noAnswerTimeoutMs: ringMs,
    },
    {
      onProvisional(code) {
        hasRung = true;
        referral.progress(code);
      },
      onAnswer: (sdp) => answered.resolve({ sdp }),
      onFail: (failure) => answered.resolve({ failure, hasRung }),
      onEnd: ({ by, reason }) => legs.ended(leg, () => call.remoteEnded(by, reason)),
      // Before this leg is answered, the audio belongs to the previous leg.
      onOffer: (changed) => (legs.isCurrent(leg) ? audio.answerChange(changed) : null),
      onOfferAsked: () => (legs.isPast(leg) ? null : buildOffer(audio.offer())),
      onLateAnswer: (changed) => audio.acceptChange(changed),
      mayReplace: ({ address }) => environment.isOfTrunk(organizationId, trunk.trunkId, address),
      onInfo: (contentType, body) => audio.receiveInfo(contentType, body),
      onRefer: (next) => referTo(call, next),
    },
  );
  onLeg(leg);
  gone.addEventListener('abort', () => leg.hangUp(), { once: true });
  return answered.promise;
}

/** Follows a REFER. Refuses it and logs the error when that fails. */
export function referTo(call: ReferredCall, referral: IncomingReferral): void {
  followReferral(call, referral).catch((error: unknown) => {
    call.log.error({ err: error }, 'following a REFER failed');
    referral.refuse(500);
  });
}
