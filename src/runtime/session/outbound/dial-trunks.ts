import { type CallEnd, recordEvent } from '../../../domains/calls/index.ts';
import { noteTrunkFailure } from '../../../domains/circuits/index.ts';
import { isDatabaseAway } from '../../../platform/db/index.ts';
import { monotonicMs, toError } from '../../../platform/kernel/index.ts';
import {
  buildOffer,
  type CallFailure,
  type InvitePermit,
  type LocalAudio,
  type LocatedTarget,
  type OutgoingCall,
  type SipUserAgent,
} from '../../../telephony/sip/index.ts';
import { type DialableCall, type DialableTrunk, DialPermit } from '../../dialer/index.ts';
import type { LiveCall } from '../call/live-call.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { mayFailOver, mayTryNextTarget } from '../signalling/failover.ts';
import { endOfFailure, endOfStop } from '../signalling/sip-outcome.ts';
import { headersOfVariables, inviteOverTrunk } from '../signalling/trunk-invite.ts';
import { closedReasonOf } from '../trunks/probe-port.ts';

/** Maximum targets of a trunk's host that are tried. */
const targetsMax = 4;

/**
 * The result of dialing. `lost`: another process holds the call. `full`, `down`, `paused` and `unpermitted`: nothing was
 * sent.
 */
export type Dialed =
  | Extract<Attempt, { kind: 'answered' }>
  | { kind: 'over'; end: CallEnd }
  | { kind: 'lost' }
  | { kind: 'full' }
  | { kind: 'paused' }
  /** The database could not be asked. */
  | { kind: 'unpermitted'; error: Error }
  | { kind: 'down'; reason: string };

/** The state of one dialed call. */
interface Dialing {
  environment: CallEnvironment;
  agent: SipUserAgent;
  live: LiveCall;
  organizationId: string;
  /** The permit of the call, which is asked once for each INVITE. */
  permit: DialPermit;
  /** The failure of the last INVITE that was answered or may have left. */
  failed: CallFailure | null;
  /** The last failure that has not been recorded as an event, or null. */
  unrecorded: { trunk: DialableTrunk; failure: CallFailure } | null;
  /** The reason why the last trunk to which nothing was sent cannot be reached. */
  closed: string | null;
}

/** The result of an INVITE. `hasRung`: a telephone may have rung. */
type Attempt =
  | { kind: 'answered'; sdp: string; offer: LocalAudio; leg: OutgoingCall; trunk: DialableTrunk }
  | { kind: 'failed'; failure: CallFailure; hasRung: boolean };

/** An INVITE to send. `call` has its identity. */
interface InviteToSend {
  call: DialableCall;
  trunk: DialableTrunk;
  target: LocatedTarget;
  permit: InvitePermit;
}

/**
 * Dials a claimed call over the first of its trunks that is not down. Dials the next trunk after each failure that makes it
 * certain that no telephone rang. Every INVITE has a claim and an identity of its own.
 */
export async function dialTrunks(
  environment: CallEnvironment,
  agent: SipUserAgent,
  claimed: DialableCall,
  live: LiveCall,
): Promise<Dialed> {
  const stopped = new AbortController();
  live.onStop(() => stopped.abort());
  const dialing: Dialing = {
    environment,
    agent,
    live,
    organizationId: claimed.organizationId,
    permit: new DialPermit({ db: environment.db, log: live.log, call: claimed, stopped: stopped.signal }),
    failed: null,
    unrecorded: null,
    closed: null,
  };
  for (const trunk of [claimed.trunk, ...claimed.fallbacks]) {
    if (trunk === null || trunk.downReason !== null) continue;
    const dialed = await dialOver(dialing, trunk);
    if (dialed) return dialed;
  }
  const { failed, closed } = dialing;
  if (failed) return { kind: 'over', end: endOf(failed, live) };
  return closed === null ? { kind: 'full' } : { kind: 'down', reason: closed };
}

/** Dials the targets of the trunk's host in turn (RFC 3263 §4.3). Returns null when another trunk may be tried. */
async function dialOver(dialing: Dialing, trunk: DialableTrunk): Promise<Dialed | null> {
  const { environment, organizationId } = dialing;
  const targets = (await environment.locator.locate(trunk)).slice(0, targetsMax);
  // A reachable trunk does not mean that each of several targets is.
  const isKnown = targets.length === 1 && environment.isTrunkThere(organizationId, trunk.trunkId);
  if (targets.length === 0) {
    environment.onUnanswered(organizationId, trunk.trunkId, monotonicMs());
    dialing.closed = await environment.locator.whyNotLocated(trunk);
  }
  for (const target of targets) {
    const refusal = isKnown ? null : await closedReasonOf(target);
    if (refusal !== null) {
      environment.locator.avoid(target);
      dialing.closed = refusal;
      continue;
    }
    const dialed = await dialTarget(dialing, trunk, target);
    if (dialed !== 'next-target') return dialed === 'next-trunk' ? null : dialed;
  }
  return null;
}

/** Dials one target. Asks for another permit when the first one lapses before the INVITE leaves. */
async function dialTarget(
  dialing: Dialing,
  trunk: DialableTrunk,
  target: LocatedTarget,
): Promise<Dialed | 'next-target' | 'next-trunk'> {
  const { environment, agent, live } = dialing;
  for (;;) {
    const answer = await dialing.permit.ask(trunk).catch((thrown: unknown) => {
      if (!isDatabaseAway(thrown)) throw thrown;
      return { kind: 'unpermitted', error: toError(thrown) } as const;
    });
    if (answer.kind === 'unpermitted')
      return dialing.failed ? { kind: 'over', end: endOf(dialing.failed, live) } : answer;
    if (answer.kind === 'lost') return answer;
    const stopped = live.stopCause ?? (answer.kind === 'stopped' ? answer.cause : null);
    if (stopped === 'campaign-paused') {
      if (dialing.failed === null) return { kind: 'paused' };
      // The attempt was made, and ends as it failed. No other trunk is tried.
      if (dialing.failed.kind !== 'withheld') return { kind: 'over', end: endOf(dialing.failed, live) };
    }
    if (stopped !== null) return { kind: 'over', end: endOfStop(stopped, false) };
    if (answer.kind !== 'granted') return 'next-trunk';
    if (dialing.unrecorded) noteFailedOver(dialing, dialing.unrecorded, trunk);
    dialing.unrecorded = null;
    // Nothing that takes time may stand between the permit and the INVITE.
    const sentAtMs = monotonicMs();
    const { call, permit } = answer;
    if (!environment.journal.dialing(call, trunk.trunkId)) return { kind: 'lost' };
    const tried = await attempt(environment, agent, { call, trunk, target, permit }, live);
    if (tried.kind === 'answered') return tried;
    const { failure, hasRung } = tried;
    dialing.permit.settle(failure.sent);
    if (!failure.sent && dialing.failed === null) environment.journal.undialed(call.callId);
    // A withheld INVITE is no failure of its trunk. With `sent`, an earlier one has left, so the call must not be
    // queued again.
    if (failure.kind === 'withheld') {
      if (failure.sent) dialing.failed = failure;
      continue;
    }
    dialing.unrecorded = { trunk, failure };
    // As with a closed port, the call may be queued again.
    if (failure.kind === 'not-there' && !failure.sent) dialing.closed = failure.reason;
    else dialing.failed = failure;
    noteUnanswered(dialing, trunk, target, failure, sentAtMs);
    if (failure.code === 488 || failure.code === 606) {
      const problem = `a call was answered ${failure.code} ${failure.reason}`;
      environment.onAudio(dialing.organizationId, trunk.trunkId, problem);
    }
    if (!mayFailOver(failure, hasRung)) return { kind: 'over', end: endOf(failure, live) };
    return mayTryNextTarget(failure) ? 'next-target' : 'next-trunk';
  }
}

/** Sends one INVITE by its permit and waits for the result. */
async function attempt(
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
      // Recorded once, even if the peer repeats it.
      if (code < 180 || isHeardToRing) return;
      isHeardToRing = true;
      const { pending } = leg;
      live.record.note(() => noteRinging(environment, live, code, pending));
    },
    onAnswer: (sdp) => settled.resolve({ kind: 'answered', sdp, offer, leg, trunk }),
    onFail: (failure) => settled.resolve({ kind: 'failed', failure, hasRung }),
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
    .catch((error: unknown) => live.log.warn({ err: error }, 'cannot record the INVITE of a call'));
}

async function noteRinging(
  environment: CallEnvironment,
  live: LiveCall,
  code: number,
  pending: OutgoingCall['pending'],
): Promise<void> {
  await environment.writer
    .ringing(live.held, code, pending)
    .catch((error: unknown) => live.log.warn({ err: error }, 'cannot record the ringing of a call'));
}

/** Puts a failed target behind the trunk's others. Requests a check of the trunk when nothing responded. */
function noteUnanswered(
  { environment, organizationId }: Dialing,
  { trunkId }: DialableTrunk,
  target: LocatedTarget,
  failure: CallFailure,
  sentAtMs: number,
): void {
  const isSilent = ['timeout', 'unreachable', 'not-there'].includes(failure.kind);
  if (isSilent) environment.onUnanswered(organizationId, trunkId, sentAtMs);
  if (isSilent || failure.code === 503) environment.locator.avoid(target);
}

function endOf(failure: CallFailure, live: LiveCall): CallEnd {
  const isStopped = failure.kind === 'canceled' && live.stopCause !== null;
  return isStopped ? endOfStop(live.stopCause!, false) : endOfFailure(failure);
}

/** Records the failure before the next INVITE is recorded. */
function noteFailedOver(
  { environment: { db }, live }: Dialing,
  { trunk, failure }: NonNullable<Dialing['unrecorded']>,
  next: DialableTrunk,
): void {
  const { organizationId, callId } = live.held;
  const { code, reason } = failure;
  const what = code === null ? `could not be reached: ${reason}` : `answered ${code} ${reason}`;
  const where = next === trunk ? 'Another address of it is tried' : 'The next one is tried';
  const message = `The trunk ${trunk.trunkId} ${what}. ${where}.`;
  live.record.note(async () => {
    try {
      await recordEvent(db, organizationId, callId, { decision: 'noted', reason: 'failed-over', message });
      // Another address of the same trunk may still take the call.
      if (next !== trunk) await noteTrunkFailure(db, organizationId, callId, trunk.trunkId);
    } catch (error) {
      live.log.warn({ err: error }, 'cannot record the failure of a trunk');
    }
  });
}
