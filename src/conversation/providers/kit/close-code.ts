/** Close codes after which a retry fails again (RFC 6455 §7.4.1). */
const forGood = new Set([1002, 1003, 1007, 1008, 1009, 1010]);

/**
 * Returns whether a connection that closed with this code may succeed when it is opened again. Codes from 4000 belong to
 * applications: those that repeat an HTTP status (4401, 4429) count like it, and others are not retried.
 */
export function isRetryableClose(code: number): boolean {
  if (code >= 4000) return code === 4408 || code === 4429 || (code >= 4500 && code < 4600);
  return !forGood.has(code);
}
