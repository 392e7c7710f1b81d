import type { CallFailure, LocatedTarget } from '../../../telephony/sip/index.ts';
import { inCpsSlot } from '../../dialer/index.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { mayFailOver, mayTryNextTarget } from '../signalling/failover.ts';
import { closedReasonOf } from '../trunks/probe-port.ts';
import type { TransferRoute } from './store.ts';

/** Maximum targets of a trunk's host that are tried. */
const targetsMax = 4;

/** The result of an INVITE to one target. */
export type TargetAnswer = { sdp: string } | { failure: CallFailure; hasRung: boolean };

/** Thrown when no target answered. The message has the reason. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
  /** The final response, or 503 without one. */
  readonly status: number;

  constructor(message: string, status = 503) {
    super(message);
    this.status = status;
  }
}

/**
 * Calls the targets of a trunk in turn and returns the first answer (RFC 3263 §4.3). As for a dialed call, the next target
 * is called only if it is certain that nothing rang. Rejects with an UnansweredError, or with the reason of `signal`.
 */
export async function answerOfTargets(
  { db, locator }: Pick<CallEnvironment, 'db' | 'locator'>,
  { organizationId, trunk }: Pick<TransferRoute, 'organizationId' | 'trunk'>,
  signal: AbortSignal,
  call: (target: LocatedTarget) => Promise<TargetAnswer>,
): Promise<string> {
  const targets = (await locator.locate(trunk)).slice(0, targetsMax);
  let error = new UnansweredError(targets.length === 0 ? await locator.whyNotLocated(trunk) : '');
  for (const target of targets) {
    const refusal = targets.length > 1 ? await closedReasonOf(target) : null;
    signal.throwIfAborted();
    if (refusal !== null) {
      locator.avoid(target);
      error = new UnansweredError(refusal);
      continue;
    }
    if (trunk.maxCallsPerSecond !== null) {
      await inCpsSlot({ db, organizationId, trunkId: trunk.trunkId }, signal, async () => undefined);
      signal.throwIfAborted();
    }
    const answer = await call(target);
    if ('sdp' in answer) return answer.sdp;
    const { failure, hasRung } = answer;
    const { code, reason } = failure;
    error = new UnansweredError(code === null ? reason : `${code} ${reason}`, code ?? 503);
    if (!mayFailOver(failure, hasRung) || !mayTryNextTarget(failure)) break;
    locator.avoid(target);
  }
  throw error;
}
