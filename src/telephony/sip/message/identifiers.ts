import { randomHex } from '../../../platform/kernel/index.ts';
import { branchCookie } from './via.ts';

/** A branch that nobody can guess (RFC 3261 §8.1.1.7). */
export function newBranch(): string {
  return `${branchCookie}${randomHex(16)}`;
}

/** A tag that nobody can guess: knowing both tags is what lets a request into a dialog (§19.3). */
export function newTag(): string {
  return randomHex(16);
}

/** A Call-ID, unique and unguessable, that does not tell our address (§8.1.1.4). */
export function newCallId(): string {
  return randomHex(16);
}
