import type { LocatedTarget } from '../base/target.ts';
import type { Credentials } from '../message/digest.ts';
import { listedCodecs } from '../sdp/sdp-audio.ts';
import { renderHostPort } from '../syntax/index.ts';
import type { OutOfDialogRequest, RequestOutcome } from './outgoing-request.ts';

/** A peer to probe by OPTIONS. */
export interface Probe {
  target: LocatedTarget;
  /** `sip:` and the target by default. */
  requestUri?: string | undefined;
  /** Answers a peer that challenges even OPTIONS; a 401 without credentials counts as a response too. */
  credentials?: Credentials | undefined;
  /** The longest wait for a response; 5,000. */
  timeoutMs?: number | undefined;
}

/** Whether a peer responds and accepts requests. */
export interface Reachability {
  reachable: boolean;
  /** The status of its response; `null` without one. */
  code: number | null;
  reason: string;
  /** The audio codecs of the session description in its response (§11.2); `null` when it lists none. */
  codecs: string[] | null;
}

const probeTimeoutMs = 5_000;

/** Builds the OPTIONS of a probe (RFC 3261 §11.1). `ours` is our public host and port. */
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
 * Any response shows that a peer is reachable, even a rejection of OPTIONS. Exceptions: 503 means that it
 * accepts nothing now (§21.5.4), and 408 comes from a proxy whose next hop is silent.
 */
export function reachabilityOf(outcome: RequestOutcome): Reachability {
  if (outcome.kind !== 'answered')
    return { reachable: false, code: null, reason: outcome.reason, codecs: null };
  const { code, reason, sdp } = outcome;
  const codecs = sdp === null ? null : listedCodecs(sdp);
  return { reachable: code !== 503 && code !== 408, code, reason, codecs };
}
