import type {
  LocatedTarget,
  Locator,
  NamedTarget,
  Probe,
  Reachability,
  RegistrationState,
  SipUserAgent,
} from '../../../telephony/sip/index.ts';
import { probePort } from './probe-port.ts';
import type { TrunkFinding, TrunkHealth } from './trunk-check.ts';

/** Maximum targets of a trunk's host that are checked. */
const targetsMax = 3;

/** The parts of the program that a check uses. */
interface CheckParts {
  agent: Pick<SipUserAgent, 'options'>;
  locator: Pick<Locator, 'locate' | 'whyNotLocated' | 'avoid'>;
}

/**
 * Checks the targets of a trunk's host until one answers. Failed targets are dialed last. With `options`, sends OPTIONS;
 * with null, only probes whether the port is closed.
 */
export async function checkTargets(
  parts: CheckParts,
  trunk: NamedTarget,
  options: Omit<Probe, 'target'> | null,
): Promise<TrunkFinding> {
  const targets = (await parts.locator.locate(trunk)).slice(0, targetsMax);
  const reason = targets.length === 0 ? await parts.locator.whyNotLocated(trunk) : '';
  let finding: TrunkFinding = { isThere: false, isSilent: false, reason };
  for (const target of targets) {
    finding = options ? await askAt(parts, target, options) : await probeTarget(target);
    if (finding.isThere) break;
    parts.locator.avoid(target);
  }
  return finding;
}

/** Asks by OPTIONS. Without an answer over TCP or TLS, a probe of the port distinguishes a silent peer from an absent one. */
async function askAt(
  { agent }: CheckParts,
  target: LocatedTarget,
  options: Omit<Probe, 'target'>,
): Promise<TrunkFinding> {
  const answered = await agent.options({ ...options, target });
  if (answered.code !== null || target.transport === 'udp') return findingOf(answered);
  const probed = await probeTarget(target);
  return probed.isThere ? findingOf(answered) : probed;
}

async function probeTarget({ transport = 'udp', host, port }: LocatedTarget): Promise<TrunkFinding> {
  const probed = await probePort(transport, host, port);
  return probed.isRefused
    ? { isThere: false, isSilent: false, reason: probed.reason }
    : { isThere: true, answer: null };
}

/** Statuses that refuse our user or our address. Such a peer refuses calls too, unless it challenges OPTIONS alone. */
const refusals: readonly (number | null)[] = [401, 403, 407];

/** Returns the finding of an OPTIONS request. */
function findingOf({ reachable, code, reason, codecs }: Reachability): TrunkFinding {
  const why = code === null ? `no answer to OPTIONS: ${reason}` : `OPTIONS was answered ${code} ${reason}`;
  if (reachable) return { isThere: true, answer: { problem: refusals.includes(code) ? why : null, codecs } };
  return { isThere: false, isSilent: code === null, reason: why };
}

/**
 * Returns a trunk's health by its registration, or `null` while that is unknown. A trunk whose refresh gets no answer is
 * down even if its binding has not expired, because its calls would get no answer either.
 */
export function registrationHealth({ status, lastFailure }: RegistrationState): TrunkHealth | null {
  if (status === 'stopped') return null;
  if (status === 'registered' && lastFailure?.code !== null) return { status: 'up', reason: null };
  if (lastFailure === null) return null;
  const { code, reason } = lastFailure;
  const why = code === null ? `no answer to REGISTER: ${reason}` : `REGISTER was answered ${code} ${reason}`;
  return { status: 'down', reason: why };
}
