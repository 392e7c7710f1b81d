import { createHmac, randomBytes } from 'node:crypto';
import { responseTo } from '../call/call-stack.ts';
import type { ResponseBasis } from '../message/message.ts';
import { type HeaderList, serializeResponse } from '../message/serialize.ts';
import { responseTarget } from '../message/via.ts';
import type { Wire } from '../transport/wire.ts';

/** Responds to requests without keeping state (RFC 3261 §8.2.7). */
export class StatelessResponder {
  readonly #wire: Wire;
  /** Derives To tags, which are the same for every retransmission of a request. */
  readonly #tagSecret = randomBytes(32);

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  answer(request: { basis: ResponseBasis }, status: number, headers: HeaderList = [], reason?: string): void {
    const extra = reason === undefined ? { headers } : { headers, reason };
    const bytes = serializeResponse(responseTo(request, status, this.tag(request.basis), extra));
    this.#wire.send(bytes, responseTarget(request.basis.topVia));
  }

  /** Returns the To tag of responses to this request. */
  tag(basis: ResponseBasis): string {
    const what = `${basis.callId}\n${basis.from}\n${basis.cseq}\n${basis.topVia.params.get('branch')}`;
    return createHmac('sha256', this.#tagSecret).update(what).digest('hex').slice(0, 32);
  }
}
