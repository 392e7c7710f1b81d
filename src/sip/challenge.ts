import { answerChallenge, type Credentials, chooseChallenge } from './digest.ts';
import { newBranch } from './identifiers.ts';
import type { SipResponse } from './message.ts';
import type { OutgoingRequest } from './serialize.ts';

/** A proxy and a server may each challenge, and each nonce may turn out stale; beyond that somebody is playing. */
const challengesMax = 4;

/**
 * The request to send after a 401 or 407 (RFC 3261 §22.2, §22.3): the same call and tags, a new branch, the next
 * CSeq, and the credentials. Null when there is nothing to answer with, or when the credentials were already
 * refused: only a nonce that the server itself calls stale is answered a second time. `answered` counts the
 * challenges of this call so far.
 */
export function answerToChallenge(
  request: OutgoingRequest,
  response: SipResponse,
  credentials: Credentials | undefined,
  answered: number,
): OutgoingRequest | null {
  const fromProxy = response.status === 407;
  if (!credentials || (response.status !== 401 && !fromProxy) || answered >= challengesMax) return null;
  const challenge = chooseChallenge(
    response.headers.get(fromProxy ? 'proxy-authenticate' : 'www-authenticate') ?? [],
  );
  const name = fromProxy ? 'Proxy-Authorization' : 'Authorization';
  const { proofs = [] } = request;
  const others = proofs.filter((proof) => proof.name !== name);
  const wasTried = others.length < proofs.length;
  if (!challenge || (wasTried && !challenge.stale)) return null;
  const again = { ...request, branch: newBranch(), cseq: request.cseq + 1 };
  return proven({ ...again, proofs: [...others, { name, challenge, uses: 0 }] }, credentials);
}

/** The request with its challenges answered once more: no server takes the same answer twice (RFC 7616 §3.4). */
export function proven(request: OutgoingRequest, credentials: Credentials): OutgoingRequest {
  const { method, uri, body } = request;
  const proofs = (request.proofs ?? []).map((proof) => ({ ...proof, uses: proof.uses + 1 }));
  const answers = proofs.map(({ name, challenge, uses }) => {
    const asked = { method, uri, body: body?.content ?? '', uses };
    return [name, answerChallenge(challenge, credentials, asked)] as const;
  });
  const rest = request.headers.filter(([header]) => !proofs.some(({ name }) => name === header));
  return { ...request, headers: [...rest, ...answers], proofs };
}
