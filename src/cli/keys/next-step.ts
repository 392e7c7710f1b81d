import type { KeyState } from '../../platform/access/index.ts';

/** The state of a rotation. A fingerprint stands for a secret key. */
interface Standing {
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
 * - `need-secret`: nothing is unfinished, and no next secret key was given.
 * - `accept-secret`: processes may start with the next secret key too.
 * - `take-secret`: the next key's file replaces the current one.
 * - `restart`: the operator restarts everything with the next key, then runs this command again.
 * - `superseded`: processes may start with a newer secret key than the given one.
 * - `drop-secret`: once no process uses it, the previous secret key is no longer accepted; a new key joins.
 * - `activate`: once every process knows it, the new key is the current one.
 * - `reseal`: secrets that the previous key sealed are sealed again.
 */
export type Step =
  | 'make-secret'
  | 'need-secret'
  | 'accept-secret'
  | 'take-secret'
  | 'restart'
  | 'superseded'
  | 'drop-secret'
  | 'activate'
  | 'reseal'
  | 'done';

/** Decides from stored state alone, so that the next command finishes one that was killed. */
export function nextStep({ own, next, accepted, states, isInFile, hasBegun }: Standing): Step {
  if (next !== null && next !== own) {
    if (!accepted.includes(next)) return 'accept-secret';
    return isInFile ? 'take-secret' : 'restart';
  }
  // If the key is in a file, this state comes from a backup that was restored during a rotation.
  if (accepted.at(-1) !== own) return isInFile ? 'make-secret' : 'superseded';
  if (accepted.length > 1) return 'drop-secret';
  if (states.includes('joining')) return 'activate';
  if (states.includes('past')) return 'reseal';
  if (hasBegun) return 'done';
  return isInFile ? 'make-secret' : 'need-secret';
}
