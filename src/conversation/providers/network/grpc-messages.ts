/** The length of the head of a message: a flag for compression, and the length of the rest. */
const headBytes = 5;
const messageBytesMax = 4_194_304;

/** Returns a message with its head. */
export function grpcMessage(message: Uint8Array): Uint8Array {
  const framed = Buffer.alloc(headBytes + message.length);
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, headBytes);
  return framed;
}

/** Cuts a stream of bytes into its messages. */
export class GrpcMessages {
  readonly #onMessage: (message: Uint8Array) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(onMessage: (message: Uint8Array) => void) {
    this.#onMessage = onMessage;
  }

  /** Takes the next bytes. Throws when a message is too long or compressed. */
  push(data: Uint8Array): void {
    this.#rest = Buffer.concat([this.#rest, data]);
    while (this.#rest.length >= headBytes) {
      const length = this.#rest.readUInt32BE(1);
      if (this.#rest[0] !== 0) throw new Error('the service sent a compressed message');
      if (length > messageBytesMax) throw new Error(`the service sent a message of ${length} bytes`);
      if (this.#rest.length < headBytes + length) return;
      this.#onMessage(this.#rest.subarray(headBytes, headBytes + length));
      this.#rest = this.#rest.subarray(headBytes + length);
    }
  }
}
