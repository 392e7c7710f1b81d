import {
  acceptSecret,
  activateKey,
  adoptRing,
  announceChange,
  closePastKeys,
  dropOtherSecrets,
  ForeignSecretError,
  type KeyRing,
  keysChannel,
  readKeyRing,
  SecretKey,
} from '../../platform/access/index.ts';
import { signCheckpointsAgain } from '../../platform/audit/index.ts';
import { type Database, notifyNow } from '../../platform/db/index.ts';
import { auditKeyChange } from './audit.ts';
import { nextStep, type Step } from './next-step.ts';
import { resealAll } from './reseal.ts';
import { makeNextSecret, readNextSecret, replaceSecret } from './secret-file.ts';
import { untilAllKnow, untilUnused, type WaitLimits } from './wait-for-processes.ts';

interface RotationOptions {
  db: Database;
  /** The secret key of the installation. If the key is in a file, the rotation replaces it in this object too. */
  secret: SecretKey;
  /** The data directory, if the secret key is in a file of it. */
  dataDir: string | null;
  /** The next secret key, if the key is in the environment. */
  next: string | null;
  waitLimits: WaitLimits;
  /** Prints a line for the operator. */
  say: (line: string) => void;
}

/** The end of a command: the rotation is done, or the operator has to act first. */
export type RotationEnd = Extract<Step, 'done' | 'restart' | 'need-secret' | 'superseded'>;

/** Maximum passes over all secrets. If the old key still seals secrets after them, another process keeps using it. */
const passesMax = 20;

/**
 * Continues a rotation of the secret key as far as it can go; `Step` lists its steps. Rejects with a StillInUseError when a
 * process does not follow.
 */
export async function rotateKeys(options: RotationOptions): Promise<RotationEnd> {
  const { db, secret, dataDir } = options;
  const isInFile = dataDir !== null;
  for (let hasBegun = false; ; hasBegun = true) {
    const text = isInFile ? await readNextSecret(dataDir) : options.next;
    const next = text === null ? null : new SecretKey(text);
    const ring = await readKeyRing(db, secret);
    const own = secret.fingerprint();
    if (!ring.accepted.includes(own)) throw new ForeignSecretError();
    adoptRing(secret, ring);
    const states = ring.keys.map(({ state }) => state);
    const { accepted } = ring;
    const step = nextStep({ own, next: next?.fingerprint() ?? null, accepted, states, isInFile, hasBegun });
    if (step === 'done' || step === 'restart' || step === 'need-secret' || step === 'superseded') return step;
    await carryOutStep(step, options, ring, { next, text });
    await notifyNow(db, keysChannel);
  }
}

async function carryOutStep(
  step: Exclude<Step, RotationEnd>,
  { db, secret, dataDir, waitLimits, say }: RotationOptions,
  ring: KeyRing,
  { next, text }: { next: SecretKey | null; text: string | null },
): Promise<void> {
  const own = secret.fingerprint();
  const others = ring.accepted.filter((one) => one !== own);
  if (step === 'make-secret') await makeNextSecret(dataDir!);
  else if (step === 'accept-secret') {
    for (const one of others) await untilUnused(db, one, waitLimits);
    await acceptSecret(db, secret, next!);
    say('The next secret key is accepted beside the current one.');
  } else if (step === 'replace-secret') {
    await replaceSecret(dataDir!);
    adoptRing(secret, await readKeyRing(db, next!), text!);
    say('secret.key holds the next secret key.');
  } else if (step === 'drop-secret') {
    await announceChange(db);
    await notifyNow(db, keysChannel);
    for (const one of others) await untilUnused(db, one, waitLimits);
    await dropOtherSecrets(db, secret);
    say('The previous secret key is no longer accepted.');
  } else if (step === 'activate') {
    await untilAllKnow(db, ring.version, waitLimits);
    await activateKey(db);
    say('Every process knows the new key, which seals and signs from now on.');
  } else await reseal({ db, secret, waitLimits, say }, ring);
}

async function reseal(
  { db, secret, waitLimits, say }: Pick<RotationOptions, 'db' | 'secret' | 'waitLimits' | 'say'>,
  ring: KeyRing,
): Promise<void> {
  await untilAllKnow(db, ring.version, waitLimits);
  await signCheckpointsAgain(db, secret);
  let count = 0;
  for (let pass = 1; ; pass++) {
    count += await resealAll(db, secret);
    if (await closePastKeys(db, secret.currentKeyId)) break;
    if (pass === passesMax)
      throw new Error(
        'A process still seals secrets with the previous key. Restart all processes and run this command again.',
      );
  }
  await auditKeyChange(db, 'rotated', secret.currentKeyId);
  say(`${count} secrets were sealed again; nothing is sealed with the previous key.`);
}
