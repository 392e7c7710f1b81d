import { type CallEnd, recordEvent, type StopRequest } from '../../../domains/calls/index.ts';
import { noteTrunkFailure } from '../../../domains/circuits/index.ts';
import { monotonicMs } from '../../../platform/kernel/index.ts';
import {
  type CallFailure,
  type InvitePermit,
  type LocatedTarget,
  newBranch,
  newCallId,
  newTag,
  type SipUserAgent,
} from '../../../telephony/sip/index.ts';
import { claimState, type DialableCall, type DialableTrunk, takeTrunk } from '../../dialer/index.ts';
import type { LiveCall } from '../call/live-call.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { inDeparture } from '../signalling/departure.ts';
import { mayFailOver, mayTryNextTarget } from '../signalling/failover.ts';
import { endOfFailure, endOfStop } from '../signalling/sip-outcome.ts';
import { refusalOf } from '../trunks/knock.ts';
import { type Attempt, attempt } from './attempt.ts';
import { ProvenClaim } from './proven-claim.ts';

/** How many of the places that a trunk's name leads to are tried. */
const targetsMax = 4;

/** What dialing came to. `gone`: the call is not this process's any more; `full`, `down` and `paused`: nothing was sent. */
export type Dialed =
  | Extract<Attempt, { kind: 'answered' }>
  | { kind: 'over'; end: CallEnd }
  | { kind: 'gone' }
  | { kind: 'full' }
  | { kind: 'paused' }
  | { kind: 'down'; reason: string };

/** A call on its way over its trunks. */
interface Dialing {
  environment: CallEnvironment;
  agent: SipUserAgent;
  live: LiveCall;
  /** With the identity of the INVITE that is permitted next. */
  call: DialableCall;
  /** Aborts when the call is told to stop. */
  stopped: AbortSignal;
  /** An INVITE of this identity has left: the next needs another. */
  isUsed: boolean;
  /** What the last INVITE came to that was answered, or may have left. */
  failed: CallFailure | null;
  /** The last failure, for who reads that another trunk was tried; null: it was told, or there was none. */
  untold: { trunk: DialableTrunk; failure: CallFailure } | null;
  /** Why the last trunk that nothing was sent to is known not to be there. */
  closed: string | null;
}

/**
 * Dials a claimed call over the first of its trunks that is not down, and over the next ones while each failure leaves
 * it certain that nobody's telephone rang. Every INVITE has a claim and an identity of its own.
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
    stopped: stopped.signal,
    call: claimed,
    isUsed: false,
    failed: null,
    untold: null,
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

/** Dials over the places that a trunk's name leads to (RFC 3263 §4.3); null: another trunk may be tried. */
async function dialOver(dialing: Dialing, trunk: DialableTrunk): Promise<Dialed | null> {
  const { environment } = dialing;
  const { organizationId } = dialing.call;
  const targets = (await environment.locator.locate(trunk)).slice(0, targetsMax);
  // That a trunk is there says nothing of each of several places.
  const isKnown = targets.length === 1 && environment.isTrunkThere(organizationId, trunk.trunkId);
  if (targets.length === 0) {
    environment.onUnanswered(organizationId, trunk.trunkId, monotonicMs());
    dialing.closed = await environment.locator.whyNowhere(trunk);
  }
  for (const target of targets) {
    const refusal = isKnown ? null : await refusalOf(target);
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

/** Dials one place. A permit that lapsed before the INVITE left is asked for anew. */
async function dialTarget(
  dialing: Dialing,
  trunk: DialableTrunk,
  target: LocatedTarget,
): Promise<Dialed | 'next-target' | 'next-trunk'> {
  const { environment, agent, live } = dialing;
  for (;;) {
    const permit = await permitInTime(dialing, trunk);
    if (permit.kind === 'gone') return permit;
    const stopped = live.stopCause ?? (permit.kind === 'stopped' ? permit.cause : null);
    if (stopped === 'campaign-paused' && dialing.failed === null) return { kind: 'paused' };
    if (stopped !== null) return { kind: 'over', end: endOfStop(stopped, false) };
    if (permit.kind !== 'stands') return 'next-trunk';
    const { call } = permit;
    dialing.call = call;
    if (dialing.untold) noteFailedOver(dialing, dialing.untold, trunk);
    dialing.untold = null;
    // Nothing that takes time may stand between the permit and the INVITE.
    const sentAtMs = monotonicMs();
    const tried = await attempt(
      environment,
      agent,
      { call, trunk, target, permit: permitOf(permit, live) },
      live,
    );
    if (tried.kind === 'answered') return tried;
    const { failure, hasRung, isHeardToRing } = tried;
    dialing.isUsed = failure.sent;
    // One that was on record is not put back, and its trunk has done nothing.
    if (failure.kind === 'withheld') {
      if (failure.sent) dialing.failed = failure;
      continue;
    }
    dialing.untold = { trunk, failure };
    // As good as a port that was knocked at: the call is not spent on it.
    if (failure.kind === 'not-there' && !failure.sent) dialing.closed = failure.reason;
    else dialing.failed = failure;
    noteUnanswered(dialing, trunk, target, failure, sentAtMs);
    const ring = isHeardToRing ? 'rang' : 'unknown';
    if (!mayFailOver(failure, hasRung)) return { kind: 'over', end: endOf(failure, live, ring) };
    return mayTryNextTarget(failure) ? 'next-target' : 'next-trunk';
  }
}

/**
 * What a claim permits is permitted as long as it is known to stand; and over a trunk with a limit of calls a second, within
 * its window, after which there has to be another. A repetition is no further call.
 */
function permitOf({ claim, leavesByMs }: Standing, { log }: LiveCall): InvitePermit {
  let hasLeft = false;
  const isInTime = () => hasLeft || monotonicMs() <= leavesByMs;
  return {
    stands() {
      const stands = claim.isFresh && isInTime();
      if (stands) hasLeft = true;
      return stands;
    },
    async renew() {
      if (!isInTime()) return false;
      try {
        return (await claim.prove()) === 'stands';
      } catch (error) {
        log.warn({ err: error }, 'it could not be asked whether a call may still be dialed');
        return false;
      }
    },
  };
}

/** Others of the trunk's places are tried before one that failed; the trunk is looked at where nothing came back. */
function noteUnanswered(
  { environment, call }: Dialing,
  { trunkId }: DialableTrunk,
  target: LocatedTarget,
  failure: CallFailure,
  sentAtMs: number,
): void {
  const isSilent = ['timeout', 'unreachable', 'not-there'].includes(failure.kind);
  if (isSilent) environment.onUnanswered(call.organizationId, trunkId, sentAtMs);
  if (isSilent || failure.code === 503) environment.locator.avoid(target);
}

interface Standing {
  call: DialableCall;
  claim: ProvenClaim<string>;
  /** On the monotonic clock. */
  leavesByMs: number;
}
type Permit =
  | ({ kind: 'stands' } & Standing)
  | { kind: 'stopped'; cause: StopRequest['cause'] }
  | { kind: 'gone' }
  | { kind: 'full' };

/** The permit when the trunk takes another call; whoever is told to stop meanwhile waits no longer. */
async function permitInTime(
  dialing: Dialing,
  { trunkId, maxCallsPerSecond }: DialableTrunk,
): Promise<Permit> {
  if (maxCallsPerSecond === null) return permitFor(dialing, trunkId, Number.POSITIVE_INFINITY);
  const { db } = dialing.environment;
  const { organizationId } = dialing.call;
  return inDeparture({ db, organizationId, trunkId }, dialing.stopped, async (leavesByMs) => {
    const permit = await permitFor(dialing, trunkId, leavesByMs);
    // A claim that was made for it here stands when the window was missed, too.
    if (permit.kind === 'stands') {
      dialing.call = permit.call;
      dialing.isUsed = false;
    }
    return permit;
  });
}

/** The dialer's claim permits one INVITE over the trunk that it counted; any other is claimed here. */
async function permitFor(
  { environment, call, isUsed }: Dialing,
  trunkId: string,
  leavesByMs: number,
): Promise<Permit> {
  const { db } = environment;
  let permitted = call;
  if (isUsed || call.claimedTrunkId !== trunkId) {
    const invite = { callId: newCallId(), branch: newBranch(), fromTag: newTag(), cseq: 1 };
    const claimedAtMs = monotonicMs();
    const kind = await takeTrunk(db, call, trunkId, invite);
    if (kind === 'stopped') return { kind, cause: 'requested' };
    if (kind !== 'stands') return { kind };
    permitted = { ...call, invite, claimedAtMs, claimedTrunkId: trunkId };
  }
  const claim = new ProvenClaim(permitted.claimedAtMs, () => claimState(db, permitted), monotonicMs);
  const state = await claim.prove();
  if (state === 'stands') return { kind: 'stands', call: permitted, claim, leavesByMs };
  return state === 'gone' ? { kind: 'gone' } : { kind: 'stopped', cause: state };
}

function endOf(failure: CallFailure, live: LiveCall, ring?: 'rang' | 'unknown'): CallEnd {
  const isStopped = failure.kind === 'canceled' && live.stopCause !== null;
  return isStopped ? endOfStop(live.stopCause!, false, ring) : endOfFailure(failure);
}

/** For `why`: before the next INVITE is told of. */
function noteFailedOver(
  { environment: { db }, live }: Dialing,
  { trunk, failure }: NonNullable<Dialing['untold']>,
  next: DialableTrunk,
): void {
  const { organizationId, callId } = live.held;
  const { code, reason } = failure;
  const told = code === null ? `could not be reached: ${reason}` : `answered ${code} ${reason}`;
  const where = next === trunk ? 'Another address of it is tried' : 'The next one is tried';
  const message = `The trunk ${trunk.trunkId} ${told}. ${where}.`;
  live.record.note(async () => {
    try {
      await recordEvent(db, organizationId, callId, { decision: 'noted', reason: 'failed-over', message });
      // Another address of it may still take the call.
      if (next !== trunk) await noteTrunkFailure(db, organizationId, callId, trunk.trunkId);
    } catch (error) {
      live.log.warn({ err: error }, 'the change of the trunk could not be recorded');
    }
  });
}
