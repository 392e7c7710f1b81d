import { type CallEnd, recordEvent } from '../calls/index.ts';
import { claimState, type DialableCall, type DialableTrunk, takeTrunk } from '../dialer/index.ts';
import { monotonicMs } from '../kernel/index.ts';
import { type CallFailure, newBranch, newCallId, newTag, type SipUserAgent } from '../sip/index.ts';
import { type Attempt, attempt } from './attempt.ts';
import type { CallEnvironment } from './call-environment.ts';
import { mayFailOver } from './failover.ts';
import { knock } from './knock.ts';
import type { LiveCall } from './live-call.ts';
import { resolveHost } from './resolve-host.ts';
import { endOfFailure, endOfStop } from './sip-outcome.ts';

/** An INVITE that is sent later than this after its claim is sent only if the claim is asked for once more. */
const claimTrustedForMs = 2000;
/** A call waits no longer to learn that a port is closed. */
const knockMs = 100;

/** What dialing came to. `gone`: the call is not this process's any more; `full` and `down`: no trunk takes it, nothing was sent. */
export type Dialed =
  | Extract<Attempt, { kind: 'answered' }>
  | { kind: 'over'; end: CallEnd }
  | { kind: 'gone' }
  | { kind: 'full' }
  | { kind: 'down'; reason: string };

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
  let call = claimed;
  let failed: { trunk: DialableTrunk; failure: CallFailure } | null = null;
  let closed: string | null = null;
  for (const trunk of [claimed.trunk, ...claimed.fallbacks]) {
    if (trunk === null || trunk.downReason !== null) continue;
    const [address] = await resolveHost(trunk.host);
    if (address === undefined) {
      environment.onUnanswered(call.organizationId, trunk.trunkId, monotonicMs());
      failed = { trunk, failure: unresolved(trunk.host) };
      continue;
    }
    const refusal = await refusalOf(environment, call.organizationId, trunk, address);
    if (refusal !== null) {
      closed = refusal;
      continue;
    }
    const permit = await permitFor(environment, call, trunk.trunkId);
    if (permit.kind === 'gone') return permit;
    if (permit.kind === 'stopped' || live.stopCause !== null) {
      return { kind: 'over', end: endOfStop(live.stopCause ?? 'requested', false) };
    }
    if (permit.kind === 'full') continue;
    call = permit.call;
    if (failed) noteFailedOver(environment, live, failed);
    // Nothing that takes time may stand between the permit and the INVITE.
    const sentAtMs = monotonicMs();
    const tried = await attempt(environment, agent, { call, trunk: { ...trunk, address } }, live);
    if (tried.kind === 'answered') return tried;
    const { failure, hasRung } = tried;
    if (failure.kind === 'timeout' || failure.kind === 'unreachable') {
      environment.onUnanswered(call.organizationId, trunk.trunkId, sentAtMs);
    }
    failed = { trunk, failure };
    if (!mayFailOver(failure, hasRung)) break;
  }
  if (failed) return { kind: 'over', end: endOf(failed.failure, live) };
  return closed === null ? { kind: 'full' } : { kind: 'down', reason: closed };
}

/** Why a UDP port is known to be closed, which an INVITE would not be told; null when nobody knows that. */
async function refusalOf(
  environment: CallEnvironment,
  organizationId: string,
  { trunkId, transport, port }: DialableTrunk,
  address: string,
): Promise<string | null> {
  if (transport !== 'udp' || environment.isTrunkThere(organizationId, trunkId)) return null;
  const knocked = await knock(transport, address, port, knockMs);
  return knocked.isRefused ? knocked.reason : null;
}

type Permit =
  | { kind: 'stands'; call: DialableCall }
  | { kind: 'stopped' }
  | { kind: 'gone' }
  | { kind: 'full' };

/** The dialer's claim permits one INVITE over the trunk that it counted; any other is claimed here. */
async function permitFor(environment: CallEnvironment, call: DialableCall, trunkId: string): Promise<Permit> {
  const { db } = environment;
  let permitted = call;
  if (call.claimedTrunkId !== trunkId) {
    const invite = { callId: newCallId(), branch: newBranch(), fromTag: newTag(), cseq: 1 };
    const claimedAtMs = monotonicMs();
    const kind = await takeTrunk(db, call, trunkId, invite);
    if (kind !== 'stands') return { kind };
    permitted = { ...call, invite, claimedAtMs, claimedTrunkId: trunkId };
  }
  const isFresh = monotonicMs() - permitted.claimedAtMs <= claimTrustedForMs;
  const kind = isFresh ? 'stands' : await claimState(db, permitted);
  return kind === 'stands' ? { kind, call: permitted } : { kind };
}

function endOf(failure: CallFailure, live: LiveCall): CallEnd {
  const isStopped = failure.kind === 'canceled' && live.stopCause !== null;
  return isStopped ? endOfStop(live.stopCause!, false) : endOfFailure(failure);
}

/** For `why`: before the next INVITE is told of. */
function noteFailedOver(
  { db }: CallEnvironment,
  live: LiveCall,
  { trunk, failure }: { trunk: DialableTrunk; failure: CallFailure },
): void {
  const { organizationId, callId } = live.held;
  const { code, reason } = failure;
  const told = code === null ? `could not be reached: ${reason}` : `answered ${code} ${reason}`;
  const message = `The trunk ${trunk.trunkId} ${told}. The next one is tried.`;
  live.record.note(() =>
    recordEvent(db, organizationId, callId, { decision: 'noted', reason: 'failed-over', message }).catch(
      (error: unknown) => live.log.warn({ err: error }, 'the change of the trunk could not be recorded'),
    ),
  );
}

function unresolved(host: string): CallFailure {
  const reason = `${host} does not resolve`;
  return { kind: 'unreachable', code: null, reason, reasonHeader: null, sent: false };
}
