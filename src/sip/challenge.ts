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
  const rest = request.headers.filter(([header]) => header !== name);
  const wasTried = rest.length < request.headers.length;
  if (!challenge || (wasTried && !challenge.stale)) return null;
  const { method, uri } = request;
  const value = answerChallenge(challenge, credentials, { method, uri, body: request.body?.content ?? '' });
  return { ...request, branch: newBranch(), cseq: request.cseq + 1, headers: [...rest, [name, value]] };
}
