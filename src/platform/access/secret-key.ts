import { createHash, createPublicKey, verify } from 'node:crypto';
import { RootKey, sealedWith } from './root-key.ts';

/** The purpose of signatures on statements that leave the database: heads and checkpoints of audit chains. */
const statements = 'audit-heads';

/** A key of the installation as the database stores it, encrypted with the secret key (`wrap`). */
export interface StoredKey {
  keyId: string;
  /** Whether this key seals and signs from now on. */
  isCurrent: boolean;
  /** Whether this key is the secret key of the first start. Stored texts and API keys without a key id belong to it. */
  isFirst: boolean;
  /** Checks statements that the key signed. Kept when the key itself is retired. */
  publicKey: string;
  /** `null` when the key was retired. */
  wrapped: Buffer | null;
}

/**
 * The installation's secret key and the keys that it opens: one that seals stored secrets and signs API keys, and
 * earlier ones that still open and check. Until `adopt` is called, the secret key itself is the only key.
 */
export class SecretKey {
  #secret: string;
  #own: RootKey;
  #current: RootKey;
  /** `null` once it was retired. */
  #first: RootKey | null;
  #keys: ReadonlyMap<string, RootKey>;
  #retiredPublicKeys: ReadonlySet<string> = new Set();
  #generation = 0;

  /** `secret`: at least 32 characters that cannot be guessed. */
  constructor(secret: string) {
    this.#secret = secret;
    this.#own = new RootKey(secret);
    this.#current = this.#own;
    this.#first = this.#own;
    this.#keys = new Map([[this.#own.id, this.#own]]);
  }

  /** Grows whenever the keys change. Results that were checked with earlier keys must be checked again. */
  get generation(): number {
    return this.#generation;
  }

  /** The id of the key that seals and signs. */
  get currentKeyId(): string {
    return this.#current.id;
  }

  /** Returns the secret key as the first key of an installation, for storage. */
  get firstKey(): { keyId: string; publicKey: string; wrapped: Buffer } {
    return {
      keyId: this.#own.id,
      publicKey: this.#own.publicKey(statements),
      wrapped: this.wrap(this.#secret),
    };
  }

  /** Returns a value that distinguishes secrets without revealing them; stored in the database. */
  fingerprint(): string {
    return createHash('sha256').update(this.#own.derive('fingerprint')).digest('hex').slice(0, 32);
  }

  /** Replaces the keys. `secret` replaces the secret key itself. Throws when a key cannot be decrypted. */
  adopt(stored: readonly StoredKey[], secret = this.#secret): void {
    const own = secret === this.#secret ? this.#own : new RootKey(secret);
    const keys = new Map<string, RootKey>();
    for (const { keyId, wrapped } of stored) {
      if (wrapped === null) continue;
      const known = this.#keys.get(keyId);
      keys.set(keyId, known ?? new RootKey(own.open(wrapped, wrapping)));
    }
    const current = stored.find(({ isCurrent }) => isCurrent);
    const first = stored.find(({ isFirst }) => isFirst);
    const seals = keys.get(current?.keyId ?? '');
    if (!seals) throw new Error('the database names no key that seals secrets');
    this.#secret = secret;
    this.#own = own;
    this.#keys = keys;
    this.#current = seals;
    this.#first = keys.get(first?.keyId ?? '') ?? null;
    this.#retiredPublicKeys = new Set(stored.filter(({ wrapped }) => !wrapped).map((one) => one.publicKey));
    this.#generation++;
  }

  /** Encrypts a key so that the holder of the secret key can `adopt` it. */
  wrap(key: string): Buffer {
    return this.#own.seal(key, wrapping);
  }

  /** Encrypts a wrapped key for the holder of `next`. */
  rewrap(wrapped: Buffer, next: SecretKey): Buffer {
    return next.wrap(this.#own.open(wrapped, wrapping));
  }

  /** Returns the current 32-byte key of a purpose. */
  derive(purpose: string): Buffer {
    return this.#current.derive(purpose);
  }

  /**
   * Returns the key of a purpose derived from the key with this id, or from the first one when no id is given. `null`
   * when that key is gone.
   */
  deriveOf(keyId: string | undefined, purpose: string): Buffer | null {
    const key = keyId === undefined ? this.#first : this.#keys.get(keyId);
    return key?.derive(purpose) ?? null;
  }

  /** Returns the keys of a purpose derived from all keys. */
  deriveOfAll(purpose: string): Buffer[] {
    return [...this.#keys.values()].map((key) => key.derive(purpose));
  }

  /** Encrypts a secret for storage. `place` binds it to where it is stored. */
  seal(plain: string, place: string): Buffer {
    return this.#current.seal(plain, place);
  }

  /**
   * Decrypts the secret that `seal` stored at `place`. Throws when it was altered or moved, or when its key is gone.
   */
  open(sealed: Buffer, place: string): string {
    const key = this.#keys.get(sealedWith(sealed) ?? '') ?? this.#first;
    if (!key) throw new Error('a stored secret is sealed with a key that was retired');
    return key.open(sealed, place);
  }

  /** Signs a statement that can be checked after the key is gone. Public key and signature are base64. */
  signStatement(bytes: Buffer): { publicKey: string; signature: string } {
    return {
      publicKey: this.#current.publicKey(statements),
      signature: this.#current.sign(bytes, statements),
    };
  }

  /** Returns which key signed a statement, or `altered` when no key did, although the statement names one. */
  checkStatement(
    bytes: Buffer,
    publicKey: string,
    signature: string,
  ): 'right' | 'retired' | 'unknown' | 'altered' {
    const isKnown = [...this.#keys.values()].some((key) => key.publicKey(statements) === publicKey);
    if (!isKnown && !this.#retiredPublicKeys.has(publicKey)) return 'unknown';
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    if (!verify(null, bytes, key, Buffer.from(signature, 'base64'))) return 'altered';
    return isKnown ? 'right' : 'retired';
  }
}

const wrapping = 'secret-keys';
