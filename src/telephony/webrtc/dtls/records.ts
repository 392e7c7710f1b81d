import { createCipheriv, createDecipheriv } from 'node:crypto';

/** Content types (RFC 5246 §6.2.1). */
export const contentType = { changeCipherSpec: 20, alert: 21, handshake: 22 } as const;

/** DTLS 1.2 on the wire. */
export const protocolVersion = 0xfefd;

interface Record {
  type: number;
  epoch: number;
  /** Epoch and sequence number: the explicit nonce, and the beginning of the additional data. */
  number: Buffer;
  fragment: Buffer;
}

const headerBytes = 13;
const nonceBytes = 8;
const tagBytes = 16;

/**
 * Returns the records of a datagram, up to the first that is cut short (RFC 6347 §4.1).
 *
 *     +------+---------+-------+-----------------+--------+----------+
 *     | type | version | epoch | sequence number | length | fragment |
 *     |  1   |    2    |   2   |        6        |   2    |  length  |
 *     +------+---------+-------+-----------------+--------+----------+
 */
export function readRecords(datagram: Buffer): Record[] {
  const records: Record[] = [];
  for (let at = 0; at + headerBytes <= datagram.length; ) {
    const end = at + headerBytes + datagram.readUInt16BE(at + 11);
    if (end > datagram.length || datagram[at + 1] !== 0xfe) break;
    records.push({
      type: datagram[at]!,
      epoch: datagram.readUInt16BE(at + 3),
      number: datagram.subarray(at + 3, at + 11),
      fragment: datagram.subarray(at + headerBytes, end),
    });
    at = end;
  }
  return records;
}

/** Returns a plain record. */
export function plainRecord(type: number, sequenceNumber: number, fragment: Buffer): Buffer {
  return Buffer.concat([header(type, numberOf(0, sequenceNumber), fragment.length), fragment]);
}

interface RecordKey {
  key: Buffer;
  salt: Buffer;
}

/** Returns a record of epoch 1, encrypted with AES-128-GCM (RFC 5288 §3). */
export function protectedRecord(
  { key, salt }: RecordKey,
  type: number,
  sequenceNumber: number,
  fragment: Buffer,
): Buffer {
  const number = numberOf(1, sequenceNumber);
  const cipher = createCipheriv('aes-128-gcm', key, Buffer.concat([salt, number]));
  cipher.setAAD(additionalData(type, number, fragment.length));
  const encrypted = Buffer.concat([number, cipher.update(fragment), cipher.final(), cipher.getAuthTag()]);
  return Buffer.concat([header(type, number, encrypted.length), encrypted]);
}

/** Returns the content of an encrypted record; `null` when it is not authentic. */
export function openRecord({ key, salt }: RecordKey, { type, number, fragment }: Record): Buffer | null {
  const bytes = fragment.length - nonceBytes - tagBytes;
  if (bytes < 0) return null;
  const nonce = Buffer.concat([salt, fragment.subarray(0, nonceBytes)]);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(additionalData(type, number, bytes));
  decipher.setAuthTag(fragment.subarray(nonceBytes + bytes));
  try {
    return Buffer.concat([
      decipher.update(fragment.subarray(nonceBytes, nonceBytes + bytes)),
      decipher.final(),
    ]);
  } catch {
    return null;
  }
}

function numberOf(epoch: number, sequenceNumber: number): Buffer {
  const number = Buffer.alloc(nonceBytes);
  number.writeUInt16BE(epoch, 0);
  number.writeUIntBE(sequenceNumber, 2, 6);
  return number;
}

function header(type: number, number: Buffer, length: number): Buffer {
  const octets = Buffer.alloc(headerBytes);
  octets[0] = type;
  octets.writeUInt16BE(protocolVersion, 1);
  number.copy(octets, 3);
  octets.writeUInt16BE(length, 11);
  return octets;
}

/** The authenticated header of a record: number, type, version and plain length (RFC 5246 §6.2.3.3). */
function additionalData(type: number, number: Buffer, length: number): Buffer {
  const data = Buffer.alloc(13);
  number.copy(data);
  data[8] = type;
  data.writeUInt16BE(protocolVersion, 9);
  data.writeUInt16BE(length, 11);
  return data;
}
