import { answerChallenge, type Challenge, type Credentials, chooseChallenges } from './digest.ts';
import { newBranch } from './identifiers.ts';
import type { SipResponse } from './message.ts';
import type { OutgoingRequest, Proof } from './serialize.ts';

/** Proxies and a server may each challenge, and each nonce may turn out stale; beyond that somebody is playing. */
const challengesMax = 4;
/** How many nonces are remembered for the credentials of one call or registration. */
const noncesMax = 16;

/**
 * How often each nonce was answered with the same credentials, which are an object of one call or one registration. A
 * nonce may come again within a call, and no server takes a count twice (RFC 7616 §3.4).
 */
const answered = new WeakMap<Credentials, Map<string, number>>();

/**
 * The request to send after a 401 or 407 (RFC 3261 §22.2, §22.3): the same call and tags, a new branch, the next
 * CSeq, and the credentials: an answer for each realm, because every proxy on the way may challenge. Null when there is
 * nothing to answer with, or when the credentials were already refused: only a nonce that the server itself calls stale
 * is answered a second time. `challenges` counts those of this request so far.
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
  const { proofs = [] } = request;
  const isOf = (proof: Proof, { realm }: Challenge) => proof.name === name && proof.challenge.realm === realm;
  const asked = chooseChallenges(
    response.headers.get(fromProxy ? 'proxy-authenticate' : 'www-authenticate') ?? [],
  ).filter((challenge) => challenge.stale || !proofs.some((proof) => isOf(proof, challenge)));
  if (asked.length === 0) return null;
  const others = proofs.filter((proof) => !asked.some((challenge) => isOf(proof, challenge)));
  const again = { ...request, branch: newBranch(), cseq: request.cseq + 1 };
  const added = asked.map((challenge) => ({ name, challenge }) as const);
  return proven({ ...again, proofs: [...others, ...added] }, credentials);
}

/** The request with its challenges answered once more, each with the next count of its nonce. */
export function proven(request: OutgoingRequest, credentials: Credentials): OutgoingRequest {
  const { method, uri, body, proofs = [] } = request;
  const answers = proofs.map(({ name, challenge }) => {
    const uses = countUse(credentials, challenge.nonce);
    return [
      name,
      answerChallenge(challenge, credentials, { method, uri, body: body?.content ?? '', uses }),
    ] as const;
  });
  const rest = request.headers.filter(([header]) => !proofs.some(({ name }) => name === header));
  return { ...request, headers: [...rest, ...answers], proofs };
}

/** Counts an answer to a nonce, from 1. */
function countUse(credentials: Credentials, nonce: string): number {
  const counts = answered.get(credentials) ?? new Map<string, number>();
  answered.set(credentials, counts);
  const uses = (counts.get(nonce) ?? 0) + 1;
  // The nonce that was answered last is the last to be forgotten.
  counts.delete(nonce);
  counts.set(nonce, uses);
  const [oldest] = counts.keys();
  if (counts.size > noncesMax && oldest !== undefined) counts.delete(oldest);
  return uses;
}
