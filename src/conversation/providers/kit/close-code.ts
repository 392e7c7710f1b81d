/** Close codes after which the same conversation will not go better: RFC 6455 §7.4.1. */
const forGood = new Set([1002, 1003, 1007, 1008, 1009, 1010]);

/**
 * Whether a connection that was closed with a code may be opened again with better luck. Codes from 4000 belong to
 * the applications: those that repeat an HTTP status (4401, 4429) are judged like it, others are not retried.
 */
export function isRetryableClose(code: number): boolean {
  if (code >= 4000) return code === 4408 || code === 4429 || (code >= 4500 && code < 4600);
  return !forGood.has(code);
}
