import { printable } from '../../platform/kernel/index.ts';

/** An index entry can hold little more than twice as much. */
const charactersMax = 1024;

/**
 * Returns an external id as it is stored and looked up: printable ASCII without surrounding spaces, at most 1,024
 * characters. Storing and looking up both use it, so that a call is found by the id of its INVITE.
 */
export function externalIdOf(text: string): string {
  return printable(text.trim(), charactersMax).trim();
}
