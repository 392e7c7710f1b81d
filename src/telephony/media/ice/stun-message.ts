import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { crc32 } from 'node:zlib';

/** A connectivity check of the peer (RFC 8445 §7.2). */
export interface BindingRequest {
  transactionId: Buffer;
  /** Whether the peer selects this pair (USE-CANDIDATE). */
  isNominated: boolean;
}

const headerBytes = 20;
const magicCookie = 0x2112a442;
const bindingRequest = 0x0001;
const bindingSuccess = 0x0101;

/** Attributes (RFC 8489 §14, RFC 8445 §16.1). */
const usernameAttribute = 0x0006;
const integrityAttribute = 0x0008;
const xorMappedAddressAttribute = 0x0020;
const useCandidateAttribute = 0x0025;
const fingerprintAttribute = 0x8028;

const integrityBytes = 20;
const fingerprintMask = 0x5354554e;

/**
 * Reads a connectivity check for `username` that is signed with `password`. Returns `null` for any other datagram.
 *
 *      0                   1                   2                   3
 *      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *     |0 0|     message type          |  length without the header    |
 *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *     |                    magic cookie 0x2112A442                    |
 *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *     |                 transaction id, 12 octets                     |
 *     +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
 *     |   attributes: type, length, value padded to four octets       |
 *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 */
export function readBindingRequest(
  datagram: Buffer,
  { username, password }: { username: string; password: string },
): BindingRequest | null {
  if (!isBindingRequest(datagram)) return null;
  let isForUs = false;
  let isNominated = false;
  for (let at = headerBytes; at + 4 <= datagram.length; ) {
    const type = datagram.readUInt16BE(at);
    const bytes = datagram.readUInt16BE(at + 2);
    const end = at + 4 + bytes;
    if (end > datagram.length) return null;
    if (type === integrityAttribute) {
      // Attributes after this one, but for the fingerprint, are not protected and are ignored (RFC 8489 §14.5).
      const isAuthentic = isForUs && bytes === integrityBytes && isSigned(datagram, at, password);
      return isAuthentic ? { transactionId: Buffer.from(datagram.subarray(8, 20)), isNominated } : null;
    }
    if (type === usernameAttribute) isForUs = datagram.toString('utf8', at + 4, end) === username;
    if (type === useCandidateAttribute) isNominated = true;
    at = end + ((4 - (bytes % 4)) % 4);
  }
  return null;
}

function isBindingRequest(datagram: Buffer): boolean {
  return (
    datagram.length >= headerBytes &&
    datagram.readUInt16BE(0) === bindingRequest &&
    datagram.readUInt16BE(2) === datagram.length - headerBytes &&
    datagram.readUInt32BE(4) === magicCookie
  );
}

function isSigned(datagram: Buffer, integrityAt: number, password: string): boolean {
  const given = datagram.subarray(integrityAt + 4, integrityAt + 4 + integrityBytes);
  return timingSafeEqual(given, signatureOf(datagram.subarray(0, integrityAt), password));
}

/** Returns the HMAC of a message up to its signature. Its length counts the signature as the last attribute (RFC 8489 §14.5). */
function signatureOf(message: Buffer, password: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length - headerBytes + 4 + integrityBytes);
  return createHmac('sha1', password)
    .update(message.subarray(0, 2))
    .update(length)
    .update(message.subarray(4))
    .digest();
}

/** Returns the success response to a connectivity check that came from this address. */
export function bindingResponse(
  { transactionId }: BindingRequest,
  source: { address: string; port: number },
  password: string,
): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(bindingSuccess, 0);
  header.writeUInt32BE(magicCookie, 4);
  transactionId.copy(header, 8);
  return signed(
    Buffer.concat([header, attribute(xorMappedAddressAttribute, xorAddress(header, source))]),
    password,
  );
}

/** Returns a connectivity check as a peer sends it. */
export function bindingRequestOf(
  { transactionId, isNominated }: BindingRequest,
  { username, password }: { username: string; password: string },
): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(bindingRequest, 0);
  header.writeUInt32BE(magicCookie, 4);
  transactionId.copy(header, 8);
  const attributes = [attribute(usernameAttribute, Buffer.from(username))];
  if (isNominated) attributes.push(attribute(useCandidateAttribute, Buffer.alloc(0)));
  return signed(Buffer.concat([header, ...attributes]), password);
}

/** Appends the signature and the fingerprint (RFC 8489 §14.5 and §14.7). */
function signed(message: Buffer, password: string): Buffer {
  const whole = Buffer.concat([message, attribute(integrityAttribute, signatureOf(message, password))]);
  // The length counts the fingerprint, which is computed with it.
  whole.writeUInt16BE(whole.length - headerBytes + 8, 2);
  const fingerprint = Buffer.alloc(4);
  fingerprint.writeUInt32BE((crc32(whole) ^ fingerprintMask) >>> 0);
  return Buffer.concat([whole, attribute(fingerprintAttribute, fingerprint)]);
}

function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

/** Returns the value of XOR-MAPPED-ADDRESS (RFC 8489 §14.2). A dual-stack socket shows IPv4 within IPv6. */
function xorAddress(header: Buffer, source: { address: string; port: number }): Buffer {
  const address = octetsOf(source.address.replace(/^::ffff:(?=\d+\.)/, ''));
  const value = Buffer.alloc(4 + address.length);
  value[1] = address.length === 4 ? 1 : 2;
  value.writeUInt16BE(source.port ^ (magicCookie >>> 16), 2);
  // The cookie and the transaction id follow each other in the header.
  for (const [i, octet] of address.entries()) value[4 + i] = octet ^ header[4 + i]!;
  return value;
}

function octetsOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) throw new RangeError('the source must be an IP address');
  const [left = '', right = ''] = plain.split('::');
  const [head, tail] = [left, right].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(8 - head!.length - tail!.length).fill('0');
  const groups = plain.includes('::') ? [...head!, ...zeros, ...tail!] : head!;
  const octets = Buffer.alloc(16);
  for (const [i, group] of groups.entries()) octets.writeUInt16BE(Number.parseInt(group, 16), i * 2);
  return octets;
}
