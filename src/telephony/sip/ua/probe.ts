import type { LocatedTarget } from '../base/target.ts';
import type { Credentials } from '../message/digest.ts';
import { renderHostPort } from '../syntax/index.ts';
import type { OutOfDialogRequest, RequestOutcome } from './outgoing-request.ts';

/** A peer to ask whether it is there. */
export interface Probe {
  target: LocatedTarget;
  /** `sip:` and the target when left out. */
  requestUri?: string | undefined;
  /** What a peer that challenges even OPTIONS is answered with; a 401 without them is an answer too. */
  credentials?: Credentials | undefined;
  /** How long an answer is waited for; 5,000. */
  timeoutMs?: number | undefined;
}

/** Whether a peer is there and takes requests. */
export interface Reachability {
  reachable: boolean;
  /** The status of its answer, null when there was none. */
  code: number | null;
  reason: string;
}

const probeTimeoutMs = 5_000;

/** The OPTIONS that asks (RFC 3261 §11.1). `ours` is the host and port that we are known by. */
export function probeRequest(probe: Probe, ours: string): OutOfDialogRequest {
  const { target, credentials, timeoutMs = probeTimeoutMs } = probe;
  const transport = target.transport ?? 'udp';
  const parameter = transport === 'udp' ? '' : `;transport=${transport}`;
  const requestUri = probe.requestUri ?? `sip:${renderHostPort(target.host, target.port)}${parameter}`;
  return {
    method: 'OPTIONS',
    requestUri,
    fromUri: `sip:${ours}`,
    toUri: requestUri,
    target,
    credentials,
    headers: [['Accept', 'application/sdp']],
    timeoutMs,
  };
}

/**
 * Any answer shows that a peer is there, also one that refuses OPTIONS itself. 503 says that it takes nothing now
 * (§21.5.4), and 408 comes from a proxy whose next hop is silent.
 */
export function reachabilityOf(outcome: RequestOutcome): Reachability {
  if (outcome.kind !== 'answered') return { reachable: false, code: null, reason: outcome.reason };
  const { code, reason } = outcome;
  return { reachable: code !== 503 && code !== 408, code, reason };
}
