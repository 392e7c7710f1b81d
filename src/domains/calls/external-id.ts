import { printable } from '../../platform/kernel/index.ts';

/** An entry of the index that calls are found by holds little more than twice as much. */
const charactersMax = 1024;

/**
 * An external id as it is stored with a call and looked up: printable ASCII without spaces around it, its first 1024
 * characters. Both sides go through here, so that a call is found by the id that its INVITE carried.
 */
export function externalIdOf(text: string): string {
  return printable(text.trim(), charactersMax).trim();
}
