import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Everything that is derived from the installation's secret key, each purpose with a key of its own (HKDF,
 * RFC 5869): signing API keys, sealing stored secrets, signing audit heads.
 */
export class SecretKey {
  readonly #secret: string;
  /** Derived by the first secret that is sealed or opened: every call of a vendor's opens one. */
  #sealing: Buffer | null = null;

  /** `secret`: at least 32 characters that nobody can guess. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  /** A 32-byte key for one purpose. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, 'parley', purpose, 32));
  }

  #keyOfSeals(): Buffer {
    this.#sealing ??= this.derive('seal');
    return this.#sealing;
  }

  /** Tells two secrets apart without telling anything of them; stored in the database. */
  fingerprint(): string {
    return createHash('sha256').update(this.derive('fingerprint')).digest('hex').slice(0, 32);
  }

  /** Encrypts a secret for storage: AES-256-GCM, as nonce (12 bytes), tag (16), ciphertext. `place` binds it to where it is stored. */
  seal(plain: string, place: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#keyOfSeals(), nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** The secret that `seal` stored at `place`; throws when it was altered or moved. */
  open(sealed: Buffer, place: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#keyOfSeals(), sealed.subarray(0, 12))
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
  }
}
