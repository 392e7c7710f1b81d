import type { CallFailure, LocatedTarget } from '../../../telephony/sip/index.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { inDeparture } from '../signalling/departure.ts';
import { mayFailOver, mayTryNextTarget } from '../signalling/failover.ts';
import { refusalOf } from '../trunks/knock.ts';
import type { TransferRoute } from './route.ts';

/** How many of the places that a trunk's name leads to are tried. */
const placesMax = 4;

/** What an INVITE to one place came to. */
export type PlaceAnswer = { sdp: string } | { failure: CallFailure; hasRung: boolean };

/** Nobody answered, at whichever place; the message says why in words. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
  /** As the other side is told: the final response, or 503 where there was none. */
  readonly status: number;

  constructor(message: string, status = 503) {
    super(message);
    this.status = status;
  }
}

/**
 * The answer from the first of a trunk's places that gives one, as for a call that is dialed (RFC 3263 §4.3): the next
 * is called while it is certain that nothing rang. Rejects with an UnansweredError, or with the reason of `signal`.
 */
export async function answerOfPlaces(
  { db, locator }: Pick<CallEnvironment, 'db' | 'locator'>,
  { organizationId, trunk }: Pick<TransferRoute, 'organizationId' | 'trunk'>,
  signal: AbortSignal,
  call: (place: LocatedTarget) => Promise<PlaceAnswer>,
): Promise<string> {
  const places = (await locator.locate(trunk)).slice(0, placesMax);
  let error = new UnansweredError(places.length === 0 ? await locator.whyNowhere(trunk) : '');
  for (const place of places) {
    const refusal = places.length > 1 ? await refusalOf(place) : null;
    signal.throwIfAborted();
    if (refusal !== null) {
      locator.avoid(place);
      error = new UnansweredError(refusal);
      continue;
    }
    if (trunk.maxCallsPerSecond !== null) {
      await inDeparture({ db, organizationId, trunkId: trunk.trunkId }, signal, async () => undefined);
      signal.throwIfAborted();
    }
    const answer = await call(place);
    if ('sdp' in answer) return answer.sdp;
    const { failure, hasRung } = answer;
    const { code, reason } = failure;
    error = new UnansweredError(code === null ? reason : `${code} ${reason}`, code ?? 503);
    if (!mayFailOver(failure, hasRung) || !mayTryNextTarget(failure)) break;
    locator.avoid(place);
  }
  throw error;
}
