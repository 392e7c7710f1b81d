import { answerChallenge, type Challenge, type Credentials, chooseChallenges } from './digest.ts';
import { newBranch } from './identifiers.ts';
import type { SipResponse } from './message.ts';
import type { AnsweredChallenge, OutgoingRequest } from './serialize.ts';

/**
 * Maximum challenges answered per request. Several proxies and the server may each challenge, and each nonce may be
 * stale.
 */
const challengesMax = 4;
/** The most nonces that are remembered for the credentials of one call or registration. */
const noncesMax = 16;

/**
 * Nonce counts, keyed by the credentials object. Each call or registration has its own object. A nonce may recur within
 * a call, and servers reject a repeated count (RFC 7616 §3.4).
 */
const answered = new WeakMap<Credentials, Map<string, number>>();

/**
 * Builds the request to send after a 401 or 407 (RFC 3261 §22.2, §22.3): the same Call-ID and tags, a new branch, the
 * next CSeq, and an answer for each realm, because every proxy on the path may challenge. Returns `null` when no
 * challenge can be answered or the credentials were rejected. A realm is answered again only when the server marks its
 * nonce as stale. `challenges` counts the earlier challenges of this request.
 */
export function answerToChallenge(
  request: OutgoingRequest,
  response: SipResponse,
  credentials: Credentials | undefined,
  challenges: number,
): OutgoingRequest | null {
  const fromProxy = response.status === 407;
  if (!credentials || (response.status !== 401 && !fromProxy) || challenges >= challengesMax) return null;
  const name = fromProxy ? 'Proxy-Authorization' : 'Authorization';
  const { answeredChallenges = [] } = request;
  const isOf = (answered: AnsweredChallenge, { realm }: Challenge) =>
    answered.name === name && answered.challenge.realm === realm;
  const asked = chooseChallenges(
    response.headers.get(fromProxy ? 'proxy-authenticate' : 'www-authenticate') ?? [],
  ).filter(
    (challenge) => challenge.stale || !answeredChallenges.some((answered) => isOf(answered, challenge)),
  );
  if (asked.length === 0) return null;
  const others = answeredChallenges.filter(
    (answered) => !asked.some((challenge) => isOf(answered, challenge)),
  );
  const again = { ...request, branch: newBranch(), cseq: request.cseq + 1 };
  const added = asked.map((challenge) => ({ name, challenge }) as const);
  return withAuthorization({ ...again, answeredChallenges: [...others, ...added] }, credentials);
}

/** Answers the challenges of a request once more, each with the next nonce count (`nc`). */
export function withAuthorization(request: OutgoingRequest, credentials: Credentials): OutgoingRequest {
  const { method, uri, body, answeredChallenges = [] } = request;
  const answers = answeredChallenges.map(({ name, challenge }) => {
    const uses = countUse(credentials, challenge.nonce);
    return [
      name,
      answerChallenge(challenge, credentials, { method, uri, body: body?.content ?? '', uses }),
    ] as const;
  });
  const rest = request.headers.filter(([header]) => !answeredChallenges.some(({ name }) => name === header));
  return { ...request, headers: [...rest, ...answers], answeredChallenges };
}

/** Returns the next nonce count (`nc`), starting at 1. */
function countUse(credentials: Credentials, nonce: string): number {
  const counts = answered.get(credentials) ?? new Map<string, number>();
  answered.set(credentials, counts);
  const uses = (counts.get(nonce) ?? 0) + 1;
  // Re-insertion keeps the map in order of use, so that the least recently used nonce is dropped.
  counts.delete(nonce);
  counts.set(nonce, uses);
  const [oldest] = counts.keys();
  if (counts.size > noncesMax && oldest !== undefined) counts.delete(oldest);
  return uses;
}
