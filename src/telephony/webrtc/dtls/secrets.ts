import { createHash, createHmac } from 'node:crypto';

/** The secrets of one connection, which follow from its handshake (RFC 5246 §8.1, RFC 7627 §4). */
export interface Secrets {
  master: Buffer;
  clientRandom: Buffer;
  serverRandom: Buffer;
}

const masterBytes = 48;
const verifyBytes = 12;
const keyBytes = 16;
const ivBytes = 4;
const srtpKeyBytes = 16;
const srtpSaltBytes = 14;

/** Expands a secret (RFC 5246 §5). All our suites use SHA-256. */
function prf(secret: Buffer, label: string, seed: Buffer, bytes: number): Buffer {
  const labelled = Buffer.concat([Buffer.from(label), seed]);
  const hmac = (...data: Buffer[]) => createHmac('sha256', secret).update(Buffer.concat(data)).digest();
  const parts: Buffer[] = [];
  for (let a = hmac(labelled), length = 0; length < bytes; a = hmac(a)) {
    parts.push(hmac(a, labelled));
    length += 32;
  }
  return Buffer.concat(parts).subarray(0, bytes);
}

/** Returns the extended master secret, which binds to the handshake up to the key exchange (RFC 7627 §4). */
export function masterSecret(preMaster: Buffer, messages: Buffer): Buffer {
  return prf(preMaster, 'extended master secret', sha256(messages), masterBytes);
}

/** Returns the content of a Finished (RFC 5246 §7.4.9). */
export function verifyData(master: Buffer, side: 'client' | 'server', messages: Buffer): Buffer {
  return prf(master, `${side} finished`, sha256(messages), verifyBytes);
}

/** Returns the keys and implicit nonces of both directions (RFC 5246 §6.3, RFC 5288 §3). */
export function recordKeys({ master, clientRandom, serverRandom }: Secrets) {
  const seed = Buffer.concat([serverRandom, clientRandom]);
  const block = prf(master, 'key expansion', seed, 2 * keyBytes + 2 * ivBytes);
  const salts = block.subarray(2 * keyBytes);
  return {
    client: { key: block.subarray(0, keyBytes), salt: salts.subarray(0, ivBytes) },
    server: { key: block.subarray(keyBytes, 2 * keyBytes), salt: salts.subarray(ivBytes) },
  };
}

/** Returns key and salt of SRTP for both directions, as one run of octets each (RFC 5764 §4.2). */
export function srtpKeys({ master, clientRandom, serverRandom }: Secrets): {
  client: Buffer;
  server: Buffer;
} {
  const seed = Buffer.concat([clientRandom, serverRandom]);
  const block = prf(master, 'EXTRACTOR-dtls_srtp', seed, 2 * srtpKeyBytes + 2 * srtpSaltBytes);
  const salts = block.subarray(2 * srtpKeyBytes);
  return {
    client: Buffer.concat([block.subarray(0, srtpKeyBytes), salts.subarray(0, srtpSaltBytes)]),
    server: Buffer.concat([block.subarray(srtpKeyBytes, 2 * srtpKeyBytes), salts.subarray(srtpSaltBytes)]),
  };
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
