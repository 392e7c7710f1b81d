import { createHash, createPublicKey, verify } from 'node:crypto';
import { RootKey, sealedWith } from './root-key.ts';

/** What statements that leave the database are signed for: heads and checkpoints of audit chains. */
const statements = 'audit-heads';

/** A key of the installation, as the database keeps it: encrypted with the secret key (`wrap`). */
export interface StoredKey {
  keyId: string;
  /** The one that seals and signs from now on. */
  isCurrent: boolean;
  /** The one that is the secret key of the first start itself: stored texts and API keys that name no key are its. */
  isFirst: boolean;
  /** What checks statements of its; stays when the key itself is gone. */
  publicKey: string;
  /** Null: it was retired. */
  wrapped: Buffer | null;
}

/**
 * The installation's secret key, and the keys that it opens: one that seals stored secrets and signs API keys, and
 * those before it, which read and check what is left of theirs. Until `adopt` tells of others there is one, the secret
 * key itself.
 */
export class SecretKey {
  #secret: string;
  #own: RootKey;
  #current: RootKey;
  /** Null once it was retired. */
  #first: RootKey | null;
  #keys: ReadonlyMap<string, RootKey>;
  #retiredPublicKeys: ReadonlySet<string> = new Set();
  #generation = 0;

  /** `secret`: at least 32 characters that nobody can guess. */
  constructor(secret: string) {
    this.#secret = secret;
    this.#own = new RootKey(secret);
    this.#current = this.#own;
    this.#first = this.#own;
    this.#keys = new Map([[this.#own.id, this.#own]]);
  }

  /** Grows whenever the keys change: what was checked with those before has to be checked anew. */
  get generation(): number {
    return this.#generation;
  }

  /** Of the key that seals and signs. */
  get currentKeyId(): string {
    return this.#current.id;
  }

  /** The secret key itself, as an installation's first key is stored. */
  get firstKey(): { keyId: string; publicKey: string; wrapped: Buffer } {
    return {
      keyId: this.#own.id,
      publicKey: this.#own.publicKey(statements),
      wrapped: this.wrap(this.#secret),
    };
  }

  /** Tells two secrets apart without telling anything of them; stored in the database. */
  fingerprint(): string {
    return createHash('sha256').update(this.#own.derive('fingerprint')).digest('hex').slice(0, 32);
  }

  /** From now on these are the keys. `secret`: the secret key itself was replaced. Throws what cannot be decrypted. */
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

  /** A key, encrypted so that who has the secret key can `adopt` it. */
  wrap(key: string): Buffer {
    return this.#own.seal(key, wrapping);
  }

  /** What `other` was encrypted to, encrypted for the holder of `next` instead. */
  rewrap(wrapped: Buffer, next: SecretKey): Buffer {
    return next.wrap(this.#own.open(wrapped, wrapping));
  }

  /** The 32-byte key of one purpose that is used from now on. */
  derive(purpose: string): Buffer {
    return this.#current.derive(purpose);
  }

  /** That of the key of this id, or of the first one where none is named; null: there is none any more. */
  deriveOf(keyId: string | undefined, purpose: string): Buffer | null {
    const key = keyId === undefined ? this.#first : this.#keys.get(keyId);
    return key?.derive(purpose) ?? null;
  }

  /** Those of all keys. */
  deriveOfAll(purpose: string): Buffer[] {
    return [...this.#keys.values()].map((key) => key.derive(purpose));
  }

  /** Encrypts a secret for storage. `place` binds it to where it is stored. */
  seal(plain: string, place: string): Buffer {
    return this.#current.seal(plain, place);
  }

  /** The secret that `seal` stored at `place`; throws when it was altered or moved, or its key is gone. */
  open(sealed: Buffer, place: string): string {
    const key = this.#keys.get(sealedWith(sealed) ?? '') ?? this.#first;
    if (!key) throw new Error('a stored secret is sealed with a key that was retired');
    return key.open(sealed, place);
  }

  /** Signs a statement that can be checked when the key is long gone; base64, as the public key is. */
  signStatement(bytes: Buffer): { publicKey: string; signature: string } {
    return {
      publicKey: this.#current.publicKey(statements),
      signature: this.#current.sign(bytes, statements),
    };
  }

  /** Which key the statement is signed with; `altered`: with none, in spite of the key that it names. */
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
