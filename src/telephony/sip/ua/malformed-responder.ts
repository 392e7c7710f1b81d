import { sourceOf } from '../base/addresses.ts';
import type { Endpoint } from '../base/transport.ts';
import { refuseMethod } from '../call/refusals.ts';
import { type RateLimit, SourceLimiter } from '../guard/rate-limit.ts';
import type { ResponseBasis } from '../message/message.ts';
import type { ParseResult } from '../message/parse-message.ts';
import type { ReadFailure } from '../message/read-message.ts';
import { stampVia } from '../message/via.ts';
import type { RequestServerParts } from './request-server.ts';

/** The most malformed requests of one source that get a response: enough to find a mistake. */
const responsesLimit: RateLimit = { perSecond: 10, burst: 60 };

/**
 * Responds to malformed requests without state (RFC 3261 §8.2.7): 505 for another SIP version, 501 for an
 * unknown method, or else 400 with a phrase that names the error. An unadmitted source and an ACK (§17.1.1.3)
 * get no response.
 */
export class MalformedResponder {
  readonly #parts: Pick<RequestServerParts, 'stack' | 'gate' | 'responder' | 'counters'>;
  readonly #limiter: SourceLimiter;

  constructor(parts: Pick<RequestServerParts, 'stack' | 'gate' | 'responder' | 'counters'>) {
    this.#parts = parts;
    this.#limiter = new SourceLimiter(responsesLimit, parts.stack.wire.scheduler);
  }

  /** Counts a message that could not be parsed, and responds when it is a request. */
  refuse({ basis, status, reason }: Omit<ReadFailure, 'ok'>, source: Endpoint): void {
    const { stack, gate, responder, counters } = this.#parts;
    counters.malformed++;
    stack.log.debug({ source, reason }, 'malformed sip message');
    if (!basis || basis.method === 'ACK') return;
    if (!gate.admits(source, basis.method)) {
      gate.refused(source);
      return;
    }
    if (!this.#limiter.take(sourceOf(source.address))) return;
    const request = { basis: { ...basis, topVia: stampVia(basis.topVia, source) } };
    const isUnknown = status === 400 && refuseMethod(basis.method)?.status === 501;
    if (isUnknown) responder.answer(request, 501);
    else responder.answer(request, status, [], reason);
  }

  /**
   * Does the same for a stream that could not be framed; `parsed` is the head of its last message, or `null`.
   */
  refuseStream(problem: string, parsed: ParseResult | null, source: Endpoint): void {
    const basis = parsed && basisOf(parsed);
    this.refuse({ status: 400, reason: `Bad Request: ${problem}`, basis }, source);
  }
}

function basisOf(parsed: ParseResult): ResponseBasis | null {
  if (!parsed.ok) return parsed.basis;
  return parsed.message.kind === 'request' ? parsed.message.basis : null;
}
