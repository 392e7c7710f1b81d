import type { KeyState } from '../../platform/access/index.ts';

/** The state of a rotation. A fingerprint stands for a secret key. */
interface Standing {
  /** The secret key that the command was started with. */
  own: string;
  /** The one that is to follow it, where it is known. */
  next: string | null;
  /** Those that a start is accepted with, the newest last. */
  accepted: readonly string[];
  /** Of the keys that the secret key opens. */
  states: readonly KeyState[];
  /** The secret key is in a file of the data directory, and not in the environment. */
  isInFile: boolean;
  /** This command has done something already. */
  hasBegun: boolean;
}

/**
 * What a rotation does next:
 *
 * - `make-secret`: makes the next secret key, in a file beside the one that counts.
 * - `need-secret`: nothing is unfinished, and no next secret key was given.
 * - `accept-secret`: starts are accepted with the next one too.
 * - `take-secret`: the next one's file takes the place of the one that counts.
 * - `restart`: the operator starts everything with the next one, then this command.
 * - `superseded`: a newer one is accepted, and this is not it.
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
  // In a file it can only be what a restored backup knows of a rotation that went on elsewhere.
  if (accepted.at(-1) !== own) return isInFile ? 'make-secret' : 'superseded';
  if (accepted.length > 1) return 'drop-secret';
  if (states.includes('joining')) return 'activate';
  if (states.includes('past')) return 'reseal';
  if (hasBegun) return 'done';
  return isInFile ? 'make-secret' : 'need-secret';
}
