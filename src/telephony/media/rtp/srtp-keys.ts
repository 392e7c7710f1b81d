import { type Cipheriv, createCipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** The supported suites of RFC 4568 §6.2: AES in counter mode, with a tag of 80 or 32 bits. */
export type SrtpSuite = 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32';

/** The keys of a session: 16 octets of key and 14 of salt for each direction. */
export interface SrtpParameters {
  suite: SrtpSuite;
  localKey: Uint8Array;
  remoteKey: Uint8Array;
  /** The length of the key's identifier (MKI) in the peer's packets; packets have none when it is left out. */
  remoteMkiBytes?: number;
}

const masterKeyBytes = 16;
const saltBytes = 14;
const authenticationKeyBytes = 20;
export const srtpKeyBytes = masterKeyBytes + saltBytes;

/** The length of an RTP packet's tag in octets. Tags of RTCP always have 10 (RFC 4568 §6.2.2). */
export const rtpTagBytes: Record<SrtpSuite, number> = {
  AES_CM_128_HMAC_SHA1_80: 10,
  AES_CM_128_HMAC_SHA1_32: 4,
};
export const rtcpTagBytes = 10;

/** The labels of the derived keys (RFC 3711 §4.3.2); encryption, authentication and salt follow each other. */
const firstLabel = { rtp: 0, rtcp: 3 };

/** The session keys of one direction for RTP or RTCP, derived with a key derivation rate of 0 (RFC 3711 §4.3). */
export class SrtpKeys {
  readonly #cipher: Cipheriv;
  readonly #salt: Buffer;
  readonly #authenticationKey: KeyObject;
  #blocks = Buffer.alloc(16 * 12);

  constructor(master: Uint8Array, kind: keyof typeof firstLabel) {
    const derive = (offset: number, bytes: number) => deriveKey(master, firstLabel[kind] + offset, bytes);
    this.#cipher = blockCipher(derive(0, masterKeyBytes));
    this.#authenticationKey = createSecretKey(derive(1, authenticationKeyBytes));
    this.#salt = derive(2, saltBytes);
  }

  /** Encrypts or decrypts the octets from `start` to `end` in place (RFC 3711 §4.1.1); `index` has up to 48 bits. */
  crypt(packet: Buffer, start: number, end: number, ssrc: number, index: number): void {
    const blockCount = Math.ceil((end - start) / 16);
    if (blockCount === 0) return;
    if (this.#blocks.length < blockCount * 16) this.#blocks = Buffer.alloc(blockCount * 16);
    const blocks = this.#blocks.subarray(0, blockCount * 16);
    this.#salt.copy(blocks);
    blocks.writeUInt32BE((blocks.readUInt32BE(4) ^ ssrc) >>> 0, 4);
    blocks.writeUInt16BE(blocks.readUInt16BE(8) ^ Math.floor(index / 2 ** 32), 8);
    blocks.writeUInt32BE((blocks.readUInt32BE(10) ^ index) >>> 0, 10);
    for (let n = 0; n < blockCount; n++) {
      if (n > 0) blocks.copy(blocks, n * 16, 0, 14);
      blocks.writeUInt16BE(n, n * 16 + 14);
    }
    const stream = this.#cipher.update(blocks);
    for (let i = start; i < end; i++) packet[i] = packet[i]! ^ stream[i - start]!;
  }

  /** Returns the 20 octets whose first ones are the tag of the octets before `end`, and of `word` unless `null`. */
  authenticate(packet: Buffer, end: number, word: number | null): Buffer {
    const hmac = createHmac('sha1', this.#authenticationKey).update(packet.subarray(0, end));
    if (word === null) return hmac.digest();
    const octets = Buffer.alloc(4);
    octets.writeUInt32BE(word >>> 0);
    return hmac.update(octets).digest();
  }
}

/** Creates a cipher of single blocks. It keeps no state between them, so one serves a whole session. */
function blockCipher(key: Buffer): Cipheriv {
  return createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
}

/** Derives a session key: the master key's stream for the salt, with the label in its octet 7 (RFC 3711 §4.3.3). */
export function deriveKey(master: Uint8Array, label: number, bytes: number): Buffer {
  const blockCount = Math.ceil(bytes / 16);
  const blocks = Buffer.alloc(blockCount * 16);
  for (let n = 0; n < blockCount; n++) {
    blocks.set(master.subarray(masterKeyBytes, srtpKeyBytes), n * 16);
    blocks[n * 16 + 7]! ^= label;
    blocks[n * 16 + 15] = n;
  }
  const cipher = blockCipher(Buffer.from(master.subarray(0, masterKeyBytes)));
  return cipher.update(blocks).subarray(0, bytes);
}
