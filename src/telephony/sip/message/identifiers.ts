import { randomHex } from '../../../platform/kernel/index.ts';
import { branchCookie } from './via.ts';

/** Returns an unguessable branch (RFC 3261 §8.1.1.7). */
export function newBranch(): string {
  return `${branchCookie}${randomHex(16)}`;
}

/** Returns an unguessable tag: a request that knows both tags is in the dialog (§19.3). */
export function newTag(): string {
  return randomHex(16);
}

/** Returns a unique, unguessable Call-ID without our address (§8.1.1.4). */
export function newCallId(): string {
  return randomHex(16);
}
