import { parseNameAddr } from '../message/name-addr.ts';
import { parseUri, splitList, type Uri } from '../syntax/index.ts';
import type { RequestAnswer, RequestOutcome } from './outgoing-request.ts';

/** The longest expiry that is requested or accepted, in seconds: one day. */
const expiresMaxSeconds = 86_400;
/**
 * Silence and server errors are retried soon. A rejection is likely to persist, and retries may get us
 * banned.
 */
const silenceBackoffMs = 2_000;
const refusalBackoffMs = 30_000;
const backoffMaxMs = 300_000;
const retryAfterMaxMs = 3_600_000;
/** The most times in a row that a registrar may ask for a longer expiry. */
const longerMax = 3;

/** The step after an attempt to register. */
export type RegistrationStep =
  | { kind: 'registered'; expiresSeconds: number; refreshInMs: number }
  /** §10.2.8: register again at once with a longer expiry. */
  | { kind: 'ask-longer'; expiresSeconds: number }
  | { kind: 'failed'; code: number | null; reason: string; retryInMs: number };

/** The attempt: its expiry and Contact, and the failures in a row before it. */
interface RegistrationAttempt {
  expiresSeconds: number;
  contactUri: string;
  failures: number;
  /** How often in a row the registrar has asked for a longer expiry. */
  longer: number;
}

/**
 * Decides the next step (RFC 3261 §10.2, with back-off similar to RFC 5626 §4.5). `random` is from 0 to 1.
 */
export function nextRegistrationStep(
  outcome: RequestOutcome,
  attempt: RegistrationAttempt,
  random: number,
): RegistrationStep {
  const fail = (code: number | null, reason: string): RegistrationStep => ({
    kind: 'failed',
    code,
    reason,
    retryInMs: backoffMs(outcome, attempt.failures, random),
  });
  if (outcome.kind !== 'answered') return fail(null, outcome.reason);
  const { code, reason } = outcome;
  if (code === 423) {
    const expiresSeconds = secondsOf(outcome.headers('min-expires')[0]);
    const isLonger = expiresSeconds !== null && expiresSeconds > attempt.expiresSeconds;
    const isTaken = isLonger && expiresSeconds <= expiresMaxSeconds && attempt.longer < longerMax;
    if (isTaken) return { kind: 'ask-longer', expiresSeconds };
  }
  if (code >= 300) return fail(code, reason);
  const expiresSeconds = grantedSeconds(outcome, attempt);
  if (expiresSeconds === 0) return fail(code, 'the registrar kept no binding');
  // Refreshes after 70 to 80 % of the expiry. The spread keeps simultaneous registrations apart.
  return { kind: 'registered', expiresSeconds, refreshInMs: expiresSeconds * (700 + 100 * random) };
}

/**
 * Returns the `expires` of our binding in the response (§10.3), or else its Expires header, or else the
 * requested value.
 */
function grantedSeconds(answer: RequestAnswer, attempt: RegistrationAttempt): number {
  const bindings = answer.headers('contact').flatMap((value) => splitList(value) ?? []);
  const contacts = bindings.map(parseNameAddr).filter((contact) => contact !== null);
  const ours = parseUri(attempt.contactUri);
  // A registrar behind which we have a NAT may list our public address; a single binding is ours.
  const own =
    contacts.find(({ uri }) => ours !== null && isSameBinding(uri, ours)) ??
    (contacts.length === 1 ? contacts[0] : undefined);
  const granted =
    secondsOf(own?.params.get('expires')) ??
    secondsOf(answer.headers('expires')[0]) ??
    attempt.expiresSeconds;
  return Math.min(granted, expiresMaxSeconds);
}

function isSameBinding(one: Uri, other: Uri): boolean {
  const isSameHost = one.host.toLowerCase() === other.host.toLowerCase();
  return one.user === other.user && isSameHost && (one.port ?? 5060) === (other.port ?? 5060);
}

function backoffMs(outcome: RequestOutcome, failures: number, random: number): number {
  const isRefusal = outcome.kind === 'answered' && outcome.code < 500 && outcome.code !== 408;
  const baseMs = isRefusal ? refusalBackoffMs : silenceBackoffMs;
  const ceilingMs = Math.min(baseMs * 2 ** Math.min(failures, 10), backoffMaxMs);
  const asked = outcome.kind === 'answered' ? secondsOf(outcome.headers('retry-after')[0]) : null;
  return Math.max(ceilingMs * (0.5 + random / 2), Math.min((asked ?? 0) * 1_000, retryAfterMaxMs));
}

/** Parses the delta-seconds at the start of a header value; `null` without them. */
function secondsOf(text: string | null | undefined): number | null {
  const match = /^[0-9]{1,10}(?=$|[ \t;(])/.exec(text ?? '');
  return match ? Number(match[0]) : null;
}
