import { protocolVersion } from './records.ts';

/** The parts of a ClientHello that decide about the connection. */
export interface ClientHello {
  random: Buffer;
}

/** TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 (RFC 5289), which RFC 8827 §6.5 requires of every browser. */
const cipherSuite = 0xc02b;
/** secp256r1 (RFC 8422 §5.1.1), and ECDSA on it with SHA-256 (RFC 8446 §4.2.3). */
export const namedCurve = 23;
export const ecdsaWithSha256 = 0x0403;
/** SRTP_AES128_CM_HMAC_SHA1_80 (RFC 5764 §4.1.2). */
const srtpProfile = 0x0001;

/** Extensions (RFC 8422 §5.1, RFC 5246 §7.4.1.4.1, RFC 5764 §4.1.1, RFC 7627 §5.1, RFC 5746 §3.2). */
const extension = {
  supportedGroups: 10,
  pointFormats: 11,
  signatureAlgorithms: 13,
  useSrtp: 14,
  extendedMasterSecret: 23,
  renegotiationInfo: 0xff01,
} as const;

/** Reads the body of a ClientHello. Returns why it cannot be answered instead, when it cannot. */
export function readClientHello(body: Buffer): ClientHello | string {
  try {
    return readHello(new Reader(body));
  } catch (error) {
    if (error instanceof RangeError) return 'its ClientHello is malformed';
    throw error;
  }
}

function readHello(reader: Reader): ClientHello | string {
  // The version of DTLS 1.2 is a smaller number than that of 1.0. A client of 1.3 names 1.2 here.
  if (reader.number(2) > protocolVersion) return 'it knows no DTLS 1.2';
  const random = Buffer.from(reader.take(32));
  reader.vector(1);
  reader.vector(1);
  if (!numbersOf(reader.vector(2), 2).includes(cipherSuite)) return 'it has no common cipher suite';
  if (!numbersOf(reader.vector(1), 1).includes(0)) return 'it requires compression';
  const extensions = extensionsOf(new Reader(reader.vector(2)));
  const listOf = (type: number, lengthBytes: number, itemBytes: number): number[] =>
    numbersOf(new Reader(extensions.get(type) ?? Buffer.alloc(lengthBytes)).vector(lengthBytes), itemBytes);
  if (!listOf(extension.supportedGroups, 2, 2).includes(namedCurve))
    return 'it does not know the curve P-256';
  if (!listOf(extension.signatureAlgorithms, 2, 2).includes(ecdsaWithSha256))
    return 'it does not know ECDSA with SHA-256';
  if (!listOf(extension.useSrtp, 2, 2).includes(srtpProfile)) return 'it has no common SRTP profile';
  // One octet is the length of nothing: the first handshake of a connection (RFC 5746 §3.6).
  if ((extensions.get(extension.renegotiationInfo)?.length ?? 1) !== 1)
    return 'it continues another handshake';
  if (!extensions.has(extension.extendedMasterSecret))
    return 'it does not bind its keys to the handshake (RFC 7627)';
  return { random };
}

function extensionsOf(reader: Reader): Map<number, Buffer> {
  const extensions = new Map<number, Buffer>();
  while (reader.left > 0) extensions.set(reader.number(2), reader.vector(2));
  return extensions;
}

/** Returns the body of our ServerHello (RFC 5246 §7.4.1.3). */
export function serverHello(random: Buffer): Buffer {
  const extensions = Buffer.concat([
    extensionOf(extension.renegotiationInfo, [0]),
    extensionOf(extension.extendedMasterSecret, []),
    extensionOf(extension.pointFormats, [1, 0]),
    extensionOf(extension.useSrtp, [0, 2, srtpProfile >> 8, srtpProfile & 0xff, 0]),
  ]);
  return Buffer.concat([
    numberOf(protocolVersion, 2),
    random,
    Buffer.from([0, cipherSuite >> 8, cipherSuite & 0xff, 0]),
    numberOf(extensions.length, 2),
    extensions,
  ]);
}

function extensionOf(type: number, content: number[]): Buffer {
  return Buffer.concat([numberOf(type, 2), numberOf(content.length, 2), Buffer.from(content)]);
}

export function numberOf(value: number, bytes: number): Buffer {
  const octets = Buffer.alloc(bytes);
  octets.writeUIntBE(value, 0, bytes);
  return octets;
}

function numbersOf(octets: Buffer, bytes: number): number[] {
  const count = Math.floor(octets.length / bytes);
  return Array.from({ length: count }, (_, i) => octets.readUIntBE(i * bytes, bytes));
}

/** Reads the vectors of TLS one after the other (RFC 5246 §4.3). Throws a RangeError at the end of the octets. */
export class Reader {
  readonly #octets: Buffer;
  #at = 0;

  constructor(octets: Buffer) {
    this.#octets = octets;
  }

  get left(): number {
    return this.#octets.length - this.#at;
  }

  take(bytes: number): Buffer {
    if (bytes > this.left) throw new RangeError('the message is cut short');
    this.#at += bytes;
    return this.#octets.subarray(this.#at - bytes, this.#at);
  }

  number(bytes: number): number {
    return this.take(bytes).readUIntBE(0, bytes);
  }

  vector(lengthBytes: number): Buffer {
    return this.take(this.number(lengthBytes));
  }
}
