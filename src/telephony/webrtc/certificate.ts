import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Our certificate for DTLS. It is signed by itself, because the answer names its hash (RFC 8827 §5.1). */
export interface DtlsCertificate {
  der: Buffer;
  privateKey: KeyObject;
  /** The SHA-256 of the certificate, as hexadecimal octets between colons. */
  fingerprint: string;
}

const dayMs = 86_400_000;
const validDays = 365;

let current: DtlsCertificate | null = null;
let renewAtMs = 0;

/** Returns the certificate of this process. It is replaced well before it expires; running calls keep theirs. */
export function dtlsCertificate(nowMs = Date.now()): DtlsCertificate {
  if (current === null || nowMs >= renewAtMs) {
    current = newCertificate(nowMs);
    renewAtMs = nowMs + (validDays / 2) * dayMs;
  }
  return current;
}

/** Makes a certificate for a new key on P-256 (RFC 5280 §4.1). */
function newCertificate(nowMs: number): DtlsCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(commonName, tagged(0x0c, Buffer.from('Parley')))));
  const serial = randomBytes(16);
  // A positive number without a leading zero.
  serial[0] = (serial[0]! & 0x3f) | 0x40;
  const signed = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    sequence(ecdsaWithSha256),
    name,
    sequence(utcTime(nowMs - dayMs), utcTime(nowMs + validDays * dayMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', signed, privateKey);
  const der = sequence(
    signed,
    sequence(ecdsaWithSha256),
    tagged(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  const hash = createHash('sha256').update(der).digest('hex').toUpperCase();
  return { der, privateKey, fingerprint: hash.match(/../g)!.join(':') };
}

/** 2.5.4.3 and 1.2.840.10045.4.3.2. */
const commonName = tagged(0x06, Buffer.from('550403', 'hex'));
const ecdsaWithSha256 = tagged(0x06, Buffer.from('2a8648ce3d040302', 'hex'));

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function set(part: Buffer): Buffer {
  return tagged(0x31, part);
}

function utcTime(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/^\d\d|[-:T]|\.\d+/g, '');
  return tagged(0x17, Buffer.from(text));
}

/** Returns a value in DER with its tag and its length, which must be as short as possible (X.690 §10.1). */
function tagged(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const more = length < 128 ? [] : length < 256 ? [0x81] : [0x82, length >> 8];
  return Buffer.concat([Buffer.from([tag, ...more, length & 0xff]), value]);
}
