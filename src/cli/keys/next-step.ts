import type { KeyState } from '../../platform/access/index.ts';

/** The state of a rotation. A fingerprint stands for a secret key. */
interface RotationState {
  /** The secret key that the command was started with. */
  own: string;
  /** The secret key that replaces it, if known. */
  next: string | null;
  /** The secret keys that a start may use, newest last. */
  accepted: readonly string[];
  /** The state of the keys that the secret key opens. */
  states: readonly KeyState[];
  /** The secret key is in a file of the data directory, and not in the environment. */
  isInFile: boolean;
  /** Whether this command has already carried out a step. */
  hasBegun: boolean;
}

/**
 * The next step of a rotation:
 *
 * - `make-secret`: makes the next secret key, in a file beside the current one.
 * - `need-secret`: no rotation is in progress, and no next secret key was given.
 * - `accept-secret`: processes may start with the next secret key too.
 * - `replace-secret`: the next key's file replaces the current one.
 * - `restart`: the operator restarts everything with the next key, then runs this command again.
 * - `superseded`: processes may start with a newer secret key than the given one.
 * - `drop-secret`: the previous secret key is no longer accepted once no process uses it, and a new key is added.
 * - `activate`: the new key becomes the current one once every process knows it.
 * - `reseal`: secrets that the previous key sealed are sealed again.
 * - `done`: nothing is left to do.
 */
export type Step =
  | 'make-secret'
  | 'need-secret'
  | 'accept-secret'
  | 'replace-secret'
  | 'restart'
  | 'superseded'
  | 'drop-secret'
  | 'activate'
  | 'reseal'
  | 'done';

/**
 * Returns the next step. It depends only on stored state, so that a command can continue after one that was killed.
 */
export function nextStep({ own, next, accepted, states, isInFile, hasBegun }: RotationState): Step {
  if (next !== null && next !== own) {
    if (!accepted.includes(next)) return 'accept-secret';
    return isInFile ? 'replace-secret' : 'restart';
  }
  // If the key is in a file, this state comes from a backup that was restored during a rotation.
  if (accepted.at(-1) !== own) return isInFile ? 'make-secret' : 'superseded';
  if (accepted.length > 1) return 'drop-secret';
  if (states.includes('joining')) return 'activate';
  if (states.includes('past')) return 'reseal';
  if (hasBegun) return 'done';
  return isInFile ? 'make-secret' : 'need-secret';
}
