/** Handshake types (RFC 5246 §7.4). */
export const handshakeType = {
  clientHello: 1,
  serverHello: 2,
  certificate: 11,
  serverKeyExchange: 12,
  certificateRequest: 13,
  serverHelloDone: 14,
  certificateVerify: 15,
  clientKeyExchange: 16,
  finished: 20,
} as const;

export interface HandshakeMessage {
  type: number;
  body: Buffer;
  /** The message with its header, as if it had come in one fragment. Hashes of the handshake are of these octets. */
  octets: Buffer;
}

const headerBytes = 12;
/** A browser's largest message is a ClientHello with a post-quantum key, of 2,000 octets. */
const messageBytesMax = 16_384;
/** The messages of a client's flight that may arrive before an earlier one. */
const aheadMax = 8;

/** Returns a message in one fragment (RFC 6347 §4.2.2). */
export function handshakeMessage(type: number, sequenceNumber: number, body: Buffer): Buffer {
  const head = Buffer.alloc(headerBytes);
  head[0] = type;
  head.writeUIntBE(body.length, 1, 3);
  head.writeUInt16BE(sequenceNumber, 4);
  head.writeUIntBE(body.length, 9, 3);
  return Buffer.concat([head, body]);
}

interface Partial {
  type: number;
  body: Buffer;
  /** 1 for each octet that has come. */
  has: Uint8Array;
  missing: number;
}

/** Puts the fragments of the peer's messages together, and returns the messages in order, each once. */
export class HandshakeReader {
  #next = 0;
  readonly #partial = new Map<number, Partial>();

  /**
   * Takes the content of a record. Returns the messages that are complete now; `repeats` says whether a fragment of an
   * earlier message came, so that the peer has missed our answer.
   */
  take(fragment: Buffer): { messages: HandshakeMessage[]; repeats: boolean } {
    let repeats = false;
    for (let at = 0; at + headerBytes <= fragment.length; ) {
      const length = fragment.readUIntBE(at + 9, 3);
      const end = at + headerBytes + length;
      if (end > fragment.length) break;
      const number = fragment.readUInt16BE(at + 4);
      if (number < this.#next) repeats = true;
      else if (number < this.#next + aheadMax) this.#add(number, fragment.subarray(at, end));
      at = end;
    }
    return { messages: this.#takeComplete(), repeats };
  }

  #add(number: number, fragment: Buffer): void {
    const type = fragment[0]!;
    const bytes = fragment.readUIntBE(1, 3);
    const offset = fragment.readUIntBE(6, 3);
    const part = fragment.subarray(headerBytes);
    if (bytes > messageBytesMax || offset + part.length > bytes) return;
    let partial = this.#partial.get(number);
    if (!partial) {
      partial = { type, body: Buffer.alloc(bytes), has: new Uint8Array(bytes), missing: bytes };
      this.#partial.set(number, partial);
    }
    if (partial.type !== type || partial.body.length !== bytes) return;
    for (const [i, octet] of part.entries()) {
      if (partial.has[offset + i] === 1) continue;
      partial.has[offset + i] = 1;
      partial.body[offset + i] = octet;
      partial.missing--;
    }
  }

  #takeComplete(): HandshakeMessage[] {
    const messages: HandshakeMessage[] = [];
    for (let partial = this.#partial.get(this.#next); partial?.missing === 0; ) {
      const { type, body } = partial;
      messages.push({ type, body, octets: handshakeMessage(type, this.#next, body) });
      this.#partial.delete(this.#next++);
      partial = this.#partial.get(this.#next);
    }
    return messages;
  }
}
