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
import { type Database, Notifier } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { noteInAudit } from './audit.ts';
import { nextStep, type Step } from './next-step.ts';
import { resealAll } from './reseal.ts';
import { makeNextSecret, readNextSecret, takeNextSecret } from './secret-file.ts';
import { type Patience, untilAllKnow, untilUnused } from './wait-for-processes.ts';

interface RotationOptions {
  db: Database;
  /** The secret key of the installation. Becomes the next one if the key is in a file. */
  secret: SecretKey;
  /** Set if the secret key is in a file. */
  dataDir: string | null;
  /** The next secret key, if the key is in the environment. */
  next: string | null;
  patience: Patience;
  say: (line: string) => void;
}

/** How a command ended: the rotation is done, or the operator has to act first. */
export type RotationEnd = Extract<Step, 'done' | 'restart' | 'need-secret' | 'superseded'>;

/** The most passes. If secrets are still sealed with the old key after this many, another process keeps using it. */
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
    const standing = { own, next: next?.fingerprint() ?? null, accepted: ring.accepted, states };
    const step = nextStep({ ...standing, isInFile, hasBegun });
    if (step === 'done' || step === 'restart' || step === 'need-secret' || step === 'superseded') return step;
    await takeStep(step, options, ring, { next, text });
    new Notifier(db, silentLog, 0).notify(keysChannel);
  }
}

async function takeStep(
  step: Exclude<Step, RotationEnd>,
  { db, secret, dataDir, patience, say }: RotationOptions,
  ring: KeyRing,
  { next, text }: { next: SecretKey | null; text: string | null },
): Promise<void> {
  const own = secret.fingerprint();
  const others = ring.accepted.filter((one) => one !== own);
  if (step === 'make-secret') await makeNextSecret(dataDir!);
  else if (step === 'accept-secret') {
    for (const one of others) await untilUnused(db, one, patience);
    await acceptSecret(db, secret, next!);
    say('The next secret key is accepted beside the present one.');
  } else if (step === 'take-secret') {
    await takeNextSecret(dataDir!);
    adoptRing(secret, await readKeyRing(db, next!), text!);
    say('secret.key holds the next secret key.');
  } else if (step === 'drop-secret') {
    await announceChange(db);
    new Notifier(db, silentLog, 0).notify(keysChannel);
    for (const one of others) await untilUnused(db, one, patience);
    await dropOtherSecrets(db, secret);
    say('The previous secret key is no longer accepted.');
  } else if (step === 'activate') {
    await untilAllKnow(db, ring.version, patience);
    await activateKey(db);
    say('Every process knows the new key, which seals and signs from now on.');
  } else await reseal({ db, secret, patience, say }, ring);
}

async function reseal(
  { db, secret, patience, say }: Pick<RotationOptions, 'db' | 'secret' | 'patience' | 'say'>,
  ring: KeyRing,
): Promise<void> {
  await untilAllKnow(db, ring.version, patience);
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
  await noteInAudit(db, 'rotated', secret.currentKeyId);
  say(`${count} secrets were sealed again; nothing is sealed with the previous key.`);
}
