import type { Database, Listener } from '../db/index.ts';
import { delay, type Log } from '../kernel/index.ts';
import { adoptRing, joinKeys, readKeyRing, readKeysVersion } from './key-store.ts';
import { SecretKey } from './secret-key.ts';

/** The channel of notifications that the keys have changed. */
export const keysChannel = 'parley_keys';
/**
 * The spaces of advisory locks that show which version of the keys a process has, and with which secret key it started.
 */
export const knownVersionSpace = 730_548_201;
export const secretInUseSpace = 730_548_202;

/** Notifications tell it sooner, and the listener calls after it was away. */
const pollEveryMs = 5000;

interface KeyWatcherOptions {
  db: Database;
  listener: Listener;
  secret: SecretKey;
  /** Reads the secret key file again. `null` when the key came from the environment, which does not change. */
  readSecret: (() => Promise<string>) | null;
  log: Log;
}

/** Returns the lock key in `secretInUseSpace` for the fingerprint of a secret key. */
export function lockOfSecret(fingerprint: string): number {
  return Number.parseInt(fingerprint.slice(0, 8), 16) | 0;
}

/**
 * Keeps a process's keys current. Shows its version by locks on the listening connection: a rotation
 * continues once all processes have the next key.
 */
export class KeyWatcher {
  readonly #options: KeyWatcherOptions;
  readonly #abort = new AbortController();
  #version = 0;
  #isForeign = false;
  #done: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;

  constructor(options: KeyWatcherOptions) {
    this.#options = options;
    options.listener.on(keysChannel, () => this.#wake());
  }

  /** Reads the keys from the database. Must be called before anything is sealed or opened. */
  async start(): Promise<void> {
    const { db, secret } = this.#options;
    const { version } = await joinKeys(db, secret);
    await this.#show(version);
    this.#done = this.#watch();
  }

  async close(): Promise<void> {
    this.#abort.abort();
    this.#wake();
    await this.#done;
  }

  async #watch(): Promise<void> {
    const { db, log } = this.#options;
    while (!this.#abort.signal.aborted) {
      // Set before the read, so that a notification during it causes another read.
      const wait = new AbortController();
      this.#wake = () => wait.abort();
      try {
        if (this.#isForeign || (await readKeysVersion(db)) !== this.#version) await this.#catchUp();
      } catch (error) {
        log.warn({ err: error }, 'the keys could not be read; the previous ones stay in use');
      }
      if (!this.#abort.signal.aborted) await delay(pollEveryMs, wait.signal);
    }
  }

  async #catchUp(): Promise<void> {
    const { db, secret, readSecret, log } = this.#options;
    const file = await readSecret?.();
    const next = file === undefined ? secret : new SecretKey(file);
    const ring = await readKeyRing(db, next);
    if (ring.accepted.includes(next.fingerprint())) {
      adoptRing(secret, ring, file);
      this.#isForeign = false;
      await this.#show(ring.version);
    } else if (!this.#isForeign) {
      this.#isForeign = true;
      log.error('the secret key was rotated: restart this process with the new one');
    }
  }

  async #show(version: number): Promise<void> {
    const { listener, secret } = this.#options;
    await listener.hold(secretInUseSpace, lockOfSecret(secret.fingerprint()));
    await listener.hold(knownVersionSpace, version);
    this.#version = version;
  }
}
