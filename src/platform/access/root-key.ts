import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

/** A sealed text begins with these four bytes and the eight of its key's id. */
const magic = Buffer.from('PSK1');
const idBytes = 8;
const headBytes = magic.length + idBytes;

/** The DER prefix of a PKCS #8 Ed25519 key, before its 32 bytes (RFC 8410 §7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * A key from which others are derived, one for each purpose (HKDF, RFC 5869): sealing stored secrets, signing API keys,
 * sessions and statements. Its id reveals nothing of it.
 */
export class RootKey {
  readonly id: string;
  readonly #secret: string;
  /**
   * A KeyObject, because every request to a vendor opens a secret: that takes 5 µs with a KeyObject and 23 µs with a
   * Buffer. It is created on first use.
   */
  #sealing: KeyObject | null = null;

  constructor(secret: string) {
    this.#secret = secret;
    this.id = createHash('sha256')
      .update(this.derive('key-id'))
      .digest('hex')
      .slice(0, 2 * idBytes);
  }

  /** Returns a 32-byte key for one purpose. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, 'parley', purpose, 32));
  }

  /**
   * Encrypts a text for storage with AES-256-GCM: magic (4 bytes), key id (8), nonce (12), tag (16), ciphertext.
   * `place` binds it to where it is stored.
   */
  seal(plain: string, place: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#keyOfSeals(), nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([magic, Buffer.from(this.id, 'hex'), nonce, cipher.getAuthTag(), sealed]);
  }

  /** Decrypts what `seal` wrote, with or without the id of its key. Throws when it was altered or moved. */
  open(sealed: Buffer, place: string): string {
    const body = sealedWith(sealed) === this.id ? sealed.subarray(headBytes) : sealed;
    const decipher = createDecipheriv('aes-256-gcm', this.#keyOfSeals(), body.subarray(0, 12))
      .setAAD(Buffer.from(place))
      .setAuthTag(body.subarray(12, 28));
    return Buffer.concat([decipher.update(body.subarray(28)), decipher.final()]).toString('utf8');
  }

  /** Signs with the key of `purpose` (Ed25519, RFC 8032). Returns base64. */
  sign(bytes: Buffer, purpose: string): string {
    return sign(null, bytes, this.#signingKey(purpose)).toString('base64');
  }

  /** Returns the key that checks `sign`, as SubjectPublicKeyInfo in base64. */
  publicKey(purpose: string): string {
    return createPublicKey(this.#signingKey(purpose))
      .export({ format: 'der', type: 'spki' })
      .toString('base64');
  }

  #keyOfSeals(): KeyObject {
    this.#sealing ??= createSecretKey(this.derive('seal'));
    return this.#sealing;
  }

  #signingKey(purpose: string): KeyObject {
    const der = Buffer.concat([pkcs8Prefix, this.derive(purpose)]);
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  }
}

/** Returns the id of the key that a sealed text names, or `null` for texts from before ids. */
export function sealedWith(sealed: Buffer): string | null {
  if (!sealed.subarray(0, magic.length).equals(magic)) return null;
  return sealed.subarray(magic.length, headBytes).toString('hex');
}
