import { bindingResponse, readBindingRequest } from './stun-message.ts';

interface Address {
  address: string;
  port: number;
}

/** The user names and passwords of both sides (RFC 8839 §5.4). */
export interface IceParameters {
  localUfrag: string;
  localPassword: string;
  remoteUfrag: string;
}

/** The most addresses of the peer that are remembered, the last ones. A peer tries each of its candidates, and may move. */
const sourcesMax = 32;

/**
 * The lite side of ICE (RFC 8445 §2.5), for an agent that has a reachable address and one candidate: it answers checks, and
 * the peer chooses. Its modes: **checked** by nothing yet, **valid** with addresses that proved to be the peer's, and
 * **selected** with the one that the peer has nominated.
 */
export class IceLite {
  readonly #parameters: IceParameters;
  readonly #valid = new Set<string>();
  #selected: Address | null = null;

  constructor(parameters: IceParameters) {
    this.#parameters = parameters;
  }

  /** The address that the peer has nominated last; `null` before. */
  get selected(): Address | null {
    return this.#selected;
  }

  /** Whether a check has come from this address. */
  isValid({ address, port }: Address): boolean {
    return this.#valid.has(`${address} ${port}`);
  }

  /** Takes a check, and returns the response to its source. Returns `null` for a datagram that is no check of the peer. */
  receive(datagram: Buffer, { address, port }: Address): Buffer | null {
    const { localUfrag, localPassword, remoteUfrag } = this.#parameters;
    const expected = { username: `${localUfrag}:${remoteUfrag}`, password: localPassword };
    const request = port === 0 ? null : readBindingRequest(datagram, expected);
    if (!request) return null;
    const source = { address, port };
    const name = `${address} ${port}`;
    this.#valid.delete(name);
    this.#valid.add(name);
    for (const oldest of this.#valid) {
      if (this.#valid.size <= sourcesMax) break;
      this.#valid.delete(oldest);
    }
    if (request.isNominated) this.#selected = source;
    return bindingResponse(request, source, localPassword);
  }
}
