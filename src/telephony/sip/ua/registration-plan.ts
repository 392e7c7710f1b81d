import { parseNameAddr } from '../message/name-addr.ts';
import { parseUri, splitList, type Uri } from '../syntax/index.ts';
import type { RequestAnswer, RequestOutcome } from './outgoing-request.ts';

/** Longest expiry that is believed or asked for, in seconds: a day. */
const expiresMaxSeconds = 86_400;
/** Silence and server errors are tried again soon; a refusal is likely to stay one, and may get us banned. */
const silenceBackoffMs = 2_000;
const refusalBackoffMs = 30_000;
const backoffMaxMs = 300_000;
const retryAfterMaxMs = 3_600_000;
/** A registrar that asks for ever longer is playing. */
const longerMax = 3;

/** What to do after an attempt to register. */
export type RegistrationStep =
  | { kind: 'registered'; expiresSeconds: number; refreshInMs: number }
  /** §10.2.8: ask again at once, for longer. */
  | { kind: 'ask-longer'; expiresSeconds: number }
  | { kind: 'failed'; code: number | null; reason: string; retryInMs: number };

/** The attempt that was made: for how long, from which Contact, after how many failures in a row. */
interface RegistrationAttempt {
  expiresSeconds: number;
  contactUri: string;
  failures: number;
  /** How often in a row the registrar has asked for a longer expiry. */
  longer: number;
}

/** Decides (RFC 3261 §10.2, back-off in the spirit of RFC 5626 §4.5). `random` is from 0 to 1. */
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
  // Three quarters in, with some spread, so that registrations made together do not stay together.
  return { kind: 'registered', expiresSeconds, refreshInMs: expiresSeconds * (700 + 100 * random) };
}

/** §10.3: the `expires` of our own binding in the answer, else its Expires, else what was asked for. */
function grantedSeconds(answer: RequestAnswer, attempt: RegistrationAttempt): number {
  const bindings = answer.headers('contact').flatMap((value) => splitList(value) ?? []);
  const contacts = bindings.map(parseNameAddr).filter((contact) => contact !== null);
  const ours = parseUri(attempt.contactUri);
  // A registrar that sees us behind a NAT may list the address that it sees; alone, it is ours.
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

/** The delta-seconds at the start of a header value; null where there are none. */
function secondsOf(text: string | null | undefined): number | null {
  const match = /^[0-9]{1,10}(?=$|[ \t;(])/.exec(text ?? '');
  return match ? Number(match[0]) : null;
}
